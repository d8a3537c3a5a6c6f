/** Applies a template: a plan for each selected controller, saved section by section (domain §5, §8.2). */
import { z } from 'zod'
import { requestDevices } from '~/backend/find-devices.server'
import { loadSelection } from '~/backend/load-selection.server'
import { ServiceError } from '~/backend/service-error'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { selectionOf } from '~/domain/selection'
import { unknownDeviceSubject } from '~/features/configuration/shared/controllers.server'
import { SelectedDeviceIds } from '~/features/configuration/shared/device-ids'
import { saveFor } from '~/features/configuration/shared/settings.server'
import { planControllers } from '~/features/configuration/shared/settings-plan.server'
import { offeredFor } from '~/features/device/shared/link-capabilities'
import type { ParamsFor } from '~/paths'
import { sectionForForm } from './sections.server'
import { type Section, sections } from './template-settings'
import { type TemplateEntity, templateThing } from './thing.server'

type At = ParamsFor<'templateApplying'>

/** The selected controllers, or all that match the filter; and the sections to apply. */
export const ApplyForm = z
  .object({
    device: SelectedDeviceIds.optional(),
    all: z.literal('1').optional(),
    filter: z.string().max(2_000).optional(),
    section: z.array(z.enum(sections)).min(1, { error: 'errors:templates.noSection' }),
  })
  .refine(({ device, all }) => all || (device && device.length > 0), {
    error: 'errors:nothingChosen',
    path: ['device'],
  })
export type ApplyForm = z.infer<typeof ApplyForm>

const change = 'template.apply'

export function templateApplication(at: At): Omit<Change<ApplyForm>, 'name'> {
  return {
    about: { kind: 'template', id: at.templateId, name: at.templateId },
    form: ApplyForm,
    plan: (context) => applyPlan(context, at),
    work: (context) => saveSections(context, at),
  }
}

/** Returns the search for controllers of the site with the model of the template. */
export function deviceSearch({ siteId }: At, { productId }: Pick<TemplateEntity, 'productId'>, q: string | undefined) {
  return { siteId, ...(productId && { productId: [productId] }), ...(q && { search: q }), sort: 'name' } as const
}

function selectedIds(context: PlanContext<ApplyForm>, at: At, template: TemplateEntity) {
  const { form, read, catalogues } = context
  const q = new URLSearchParams(form.filter).get('q')?.slice(0, 200) || undefined
  return loadSelection(selectionOf({ ids: form.device, filter: form.all ? { q } : null }), {
    of: 'devices',
    service: 'site',
    max: limitFor(change),
    keyOf: (id: string) => id,
    byIds: async (ids) => ids,
    async matchPage({ q }, after) {
      const search = { ...deviceSearch(at, template, q), ...(after && { after }) }
      const query = { customerId: at.customerId, search, pageSize: 200 }
      const { devices, ...page } = await requestDevices({ call: read, catalogues }, query)
      return { ...page, things: devices.map(({ id }) => id) }
    },
  })
}

/** Returns one row per controller over all sections, with the differences or the reason to skip it. */
async function applyPlan(context: PlanContext<ApplyForm>, at: At): Promise<Plan> {
  const template = await templateThing.load(context, at)
  const { things: ids, tooMany } = await selectedIds(context, at, template)
  if (tooMany) return { rows: [], tooMany }
  const sectionPlans = await Promise.all(
    sectionsFor(context.form, template).map(async ({ section, value }) => {
      const form = { ids, eTag: null, overlooked: [] }
      const place = { ...at, kind: section }
      return { section, ...(await planControllers(context, { at: place, form, valueFor: () => value })) }
    }),
  )
  const [first] = sectionPlans
  if (!first) return { rows: [], errors: { section: ['errors:templates.noSection'] } }
  const deviceOf = (id: string) => first.devices.find((one) => one.device.id === id)?.device
  const isUnsupported = (id: string) => {
    const device = deviceOf(id)
    return device !== undefined && sectionPlans.some(({ section }) => !offeredFor(device).change(section))
  }
  const isOtherModel = (id: string) => {
    const device = deviceOf(id)
    return Boolean(template.productId && device && device.productId !== template.productId)
  }
  return {
    rows: ids.map((id, position): PlanRow => {
      const rows = sectionPlans.flatMap(({ section, rows }) => {
        const row = rows[position]
        return row ? [{ section, row }] : []
      })
      const subject = rows[0]?.row.subject ?? unknownDeviceSubject(id)
      if (isOtherModel(id)) return { subject, effect: 'skip', because: 'main:template.apply.otherModel', fields: [] }
      if (isUnsupported(id)) return { subject, effect: 'skip', because: 'main:template.apply.unsupported', fields: [] }
      return mergeRows(rows)
    }),
    notes: [
      ...new Set(sectionPlans.flatMap(({ notes }) => notes)),
      ...(template.sections.users ? ['main:template.apply.users'] : []),
    ],
  }
}

function sectionsFor({ section: selected }: ApplyForm, { sections: all }: TemplateEntity) {
  return sections.flatMap((section) => {
    const value = selected.includes(section) ? sectionForForm(all, section) : null
    return value ? [{ section, value }] : []
  })
}

/** Merges the rows of one controller. The version has the eTag of each section that changes. */
function mergeRows(rows: readonly { section: Section; row: PlanRow }[]): PlanRow {
  const [first] = rows.map(({ row }) => row)
  if (!first) throw new Error('a controller has no section of the template')
  const changing = rows.filter(({ row }) => row.effect === 'change')
  const skipped = rows.find(({ row }) => row.effect === 'skip')?.row
  const { subject, customerId } = first
  const because = skipped?.because ?? changing.find(({ row }) => row.because)?.row.because
  if (changing.length === 0) {
    const same = rows.find(({ row }) => row.effect === 'same')?.row
    return { ...(same && !skipped ? same : (skipped ?? first)), ...(because && { because }) }
  }
  return {
    subject,
    customerId,
    effect: 'change',
    ...(because && { because }),
    fields: changing.flatMap(({ row }) => row.fields),
    version: JSON.stringify(Object.fromEntries(changing.map(({ section, row }) => [section, row.version ?? null]))),
    before: Object.assign({}, ...changing.map(({ row }) => row.before)),
    after: Object.assign({}, ...changing.map(({ row }) => row.after)),
  }
}

/**
 * Saves each section by the call of its kind. A controller with a rejected section is skipped by the later ones; the
 * outcome lists what was saved before.
 */
async function saveSections(context: WorkContext<ApplyForm>, at: At): Promise<undefined> {
  const template = await templateThing.load(context, at)
  const failed = new Set<string>()
  const saved = new Map<string, Section[]>()
  const parts = sectionsFor(context.form, template).flatMap(({ section, value }) => {
    const rows = context.plan.rows.flatMap((row) => {
      const version = versionsIn(row)[section]
      return version === undefined ? [] : [{ ...row, version: version ?? undefined }]
    })
    return rows.length > 0 ? [{ section, value, rows }] : []
  })
  for (const { section, value, rows } of parts) {
    const ids = rows.map(({ subject }) => subject.id).filter((id) => !failed.has(id))
    if (ids.length === 0) continue
    const outcomeDetail = (id: string) => {
      const before = (saved.get(id) ?? []).filter((one) => one !== section)
      return { section, ...(before.length > 0 && { savedSections: before, templateId: template.id }) }
    }
    const calledIds = new Set<string>()
    const write: WorkContext<ApplyForm>['write'] = (endpoint, input, subjects) => {
      for (const id of subjects ?? []) calledIds.add(id)
      return context.write(endpoint, input, subjects)
    }
    const sender = {
      plan: { rows: rows.map(({ version, ...row }) => ({ ...row, ...(version && { version }) })) },
      write,
      // A controller is done when its last section is.
      setOutcome: (id: string, outcome: 'done' | 'failed' | 'unknown', detail?: Record<string, unknown>) => {
        calledIds.delete(id)
        if (outcome === 'done') {
          saved.set(id, [...(saved.get(id) ?? []), section])
          return
        }
        failed.add(id)
        context.setOutcome(id, outcome, { ...detail, ...outcomeDetail(id) })
      },
    }
    const settings = { ids, value }
    const save = { ids, settings, hasFurtherCalls: parts.length > 1 }
    try {
      await saveFor(sender, { ...at, kind: section }, save)
    } catch (error) {
      recordStopped(context, { error, template, failed, saved, calledIds, outcomeDetail })
      throw error
    }
  }
  for (const id of changedIds(context.plan))
    if (!failed.has(id)) context.setOutcome(id, 'done', { templateId: template.id })
  return undefined
}

/** Records outcomes when the service is down: saved sections where there are some, else the reason. */
function recordStopped(
  context: WorkContext<ApplyForm>,
  {
    error,
    template,
    failed,
    saved,
    calledIds,
    outcomeDetail,
  }: {
    error: unknown
    template: TemplateEntity
    failed: ReadonlySet<string>
    saved: ReadonlyMap<string, readonly Section[]>
    /** The controllers of the failed call. */
    calledIds: ReadonlySet<string>
    outcomeDetail(id: string): Record<string, unknown>
  },
): void {
  if (!(error instanceof ServiceError)) return
  const { code, service, trouble, mayHaveHappened } = error
  for (const row of context.plan.rows) {
    const { id } = row.subject
    const own = saved.get(id) ?? []
    if (own.length === 0 || failed.has(id)) continue
    const isComplete = Object.keys(versionsIn(row)).every((section) => own.some((one) => one === section))
    if (isComplete) context.setOutcome(id, 'done', { templateId: template.id })
    else if (calledIds.has(id))
      context.setOutcome(id, mayHaveHappened ? 'unknown' : 'failed', { code, service, trouble, ...outcomeDetail(id) })
    else context.setOutcome(id, 'failed', { because: 'notTried', ...outcomeDetail(id) })
  }
}

/** Returns the eTag of each section that changes; null for settings without one. */
function versionsIn({ effect, version }: PlanRow): Partial<Record<Section, string | null>> {
  return effect === 'change' && version ? JSON.parse(version) : {}
}
