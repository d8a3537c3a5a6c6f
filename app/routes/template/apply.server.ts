/** Applies a template: a plan for each selected controller, saved section by section (domain §5, §8.2). */
import { z } from 'zod'
import { chosen } from '~/backend/chosen.server'
import { askDevices } from '~/backend/find-devices.server'
import { ServiceError } from '~/backend/service-error'
import type { Change, Desk, WorkDesk } from '~/change/desk'
import { changedIn } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { selectionOf } from '~/domain/selection'
import type { ParamsFor } from '~/paths'
import { unknownSubject } from '~/screens/configuration/controllers.server'
import { DeviceIds } from '~/screens/configuration/device-ids'
import { saveFor } from '~/screens/configuration/settings.server'
import { planControllers } from '~/screens/configuration/settings-plan.server'
import { shownSection } from '~/things/template/sections.server'
import { type Section, sections } from '~/things/template/settings'
import { type TemplateNow, templateThing } from '~/things/template/thing.server'

type At = ParamsFor<'templateApplying'>

/** The selected controllers, or all that match the filter; and the sections to apply. */
export const ApplyForm = z
  .object({
    device: DeviceIds.optional(),
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

export function applying(at: At): Omit<Change<ApplyForm>, 'name'> {
  return {
    about: { kind: 'template', id: at.templateId, name: at.templateId },
    form: ApplyForm,
    plan: (desk) => applyPlan(desk, at),
    work: (desk) => saveSections(desk, at),
  }
}

/** Returns the search for controllers of the site with the model of the template. */
export function searchFor({ siteId }: At, { productId }: Pick<TemplateNow, 'productId'>, q: string | undefined) {
  return { siteId, ...(productId && { productId: [productId] }), ...(q && { search: q }), sort: 'name' } as const
}

function chosenIds(desk: Desk<ApplyForm>, at: At, template: TemplateNow) {
  const { form, read, catalogues } = desk
  const q = new URLSearchParams(form.filter).get('q')?.slice(0, 200) || undefined
  return chosen(selectionOf({ ids: form.device, filter: form.all ? { q } : null }), {
    of: 'devices',
    service: 'site',
    most: mostFor(change),
    keyOf: (id: string) => id,
    named: async (ids) => ids,
    async matching({ q }, after) {
      const search = { ...searchFor(at, template, q), ...(after && { after }) }
      const asking = { customerId: at.customerId, search, pageSize: 200 }
      const { devices, ...page } = await askDevices({ ask: read, catalogues }, asking)
      return { ...page, things: devices.map(({ id }) => id) }
    },
  })
}

/** Returns one row per controller over all sections, with the differences or the reason to skip it. */
async function applyPlan(desk: Desk<ApplyForm>, at: At): Promise<Plan> {
  const template = await templateThing.afresh(desk, at)
  const { things: ids, tooMany } = await chosenIds(desk, at, template)
  if (tooMany) return { rows: [], tooMany }
  const planned = await Promise.all(
    sectionsFor(desk.form, template).map(async ({ section, value }) => {
      const form = { ids, eTag: null, overlooked: [] }
      const place = { ...at, kind: section }
      return { section, ...(await planControllers(desk, { at: place, form, wantedOf: () => value })) }
    }),
  )
  const [first] = planned
  if (!first) return { rows: [], errors: { section: ['errors:templates.noSection'] } }
  const isOther = (id: string) => {
    const device = first.found.find((one) => one.device.id === id)?.device
    return Boolean(template.productId && device && device.productId !== template.productId)
  }
  return {
    rows: ids.map((id, position): PlanRow => {
      const rows = planned.flatMap(({ section, rows }) => {
        const row = rows[position]
        return row ? [{ section, row }] : []
      })
      const subject = rows[0]?.row.subject ?? unknownSubject(id)
      if (isOther(id)) return { subject, effect: 'skip', because: 'main:template.apply.otherModel', fields: [] }
      return together(rows)
    }),
    notes: [
      ...new Set(planned.flatMap(({ notes }) => notes)),
      ...(template.sections.users ? ['main:template.apply.users'] : []),
    ],
  }
}

function sectionsFor({ section: wanted }: ApplyForm, { sections: all }: TemplateNow) {
  return sections.flatMap((section) => {
    const value = wanted.includes(section) ? shownSection(all, section) : null
    return value ? [{ section, value }] : []
  })
}

/** Merges the rows of one controller. The version has the eTag of each section that changes. */
function together(rows: readonly { section: Section; row: PlanRow }[]): PlanRow {
  const [first] = rows.map(({ row }) => row)
  if (!first) throw new Error('a template is applied section by section')
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
async function saveSections(desk: WorkDesk<ApplyForm>, at: At): Promise<undefined> {
  const template = await templateThing.afresh(desk, at)
  const failed = new Set<string>()
  const saved = new Map<string, Section[]>()
  const parts = sectionsFor(desk.form, template).flatMap(({ section, value }) => {
    const rows = desk.plan.rows.flatMap((row) => {
      const version = versionsIn(row)[section]
      return version === undefined ? [] : [{ ...row, version: version ?? undefined }]
    })
    return rows.length > 0 ? [{ section, value, rows }] : []
  })
  for (const { section, value, rows } of parts) {
    const ids = rows.map(({ subject }) => subject.id).filter((id) => !failed.has(id))
    if (ids.length === 0) continue
    const told = (id: string) => {
      const before = (saved.get(id) ?? []).filter((one) => one !== section)
      return { section, ...(before.length > 0 && { savedSections: before, templateId: template.id }) }
    }
    const under = new Set<string>()
    const write: WorkDesk<ApplyForm>['write'] = (endpoint, input, subjects) => {
      for (const id of subjects ?? []) under.add(id)
      return desk.write(endpoint, input, subjects)
    }
    const sender = {
      plan: { rows: rows.map(({ version, ...row }) => ({ ...row, ...(version && { version }) })) },
      write,
      // A controller is done when its last section is.
      ended: (id: string, outcome: 'done' | 'failed' | 'unknown', detail?: Record<string, unknown>) => {
        under.delete(id)
        if (outcome === 'done') {
          saved.set(id, [...(saved.get(id) ?? []), section])
          return
        }
        failed.add(id)
        desk.ended(id, outcome, { ...detail, ...told(id) })
      },
    }
    const settings = { ids, value }
    const save = { ids, settings, isPart: parts.length > 1 }
    try {
      await saveFor(sender, { ...at, kind: section }, save)
    } catch (error) {
      tellStopped(desk, { error, template, failed, saved, under, told })
      throw error
    }
  }
  for (const id of changedIn(desk.plan)) if (!failed.has(id)) desk.ended(id, 'done', { templateId: template.id })
  return undefined
}

/** Records outcomes when the service is down: saved sections where there are some, else the reason. */
function tellStopped(
  desk: WorkDesk<ApplyForm>,
  {
    error,
    template,
    failed,
    saved,
    under,
    told,
  }: {
    error: unknown
    template: TemplateNow
    failed: ReadonlySet<string>
    saved: ReadonlyMap<string, readonly Section[]>
    /** The controllers of the failed call. */
    under: ReadonlySet<string>
    told(id: string): Record<string, unknown>
  },
): void {
  if (!(error instanceof ServiceError)) return
  const { code, service, trouble, mayHaveHappened } = error
  for (const row of desk.plan.rows) {
    const { id } = row.subject
    const own = saved.get(id) ?? []
    if (own.length === 0 || failed.has(id)) continue
    const isWhole = Object.keys(versionsIn(row)).every((section) => own.some((one) => one === section))
    if (isWhole) desk.ended(id, 'done', { templateId: template.id })
    else if (under.has(id))
      desk.ended(id, mayHaveHappened ? 'unknown' : 'failed', { code, service, trouble, ...told(id) })
    else desk.ended(id, 'failed', { because: 'notTried', ...told(id) })
  }
}

/** Returns the eTag of each section that changes; null for settings without one. */
function versionsIn({ effect, version }: PlanRow): Partial<Record<Section, string | null>> {
  return effect === 'change' && version ? JSON.parse(version) : {}
}
