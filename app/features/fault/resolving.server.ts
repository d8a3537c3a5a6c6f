/** Plans and sends resolutions of faults (domain §2.1). */
import { z } from 'zod'
import { resolutions } from '#contracts/fault-names'
import type { Fault, Resolution } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import type { PlanRow } from '~/change/plan'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { maxSelectedIds } from '~/domain/selection'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { Bulk } from '~/kit/bulk/bulk.server'
import { type ListSelection, listSelection } from '~/kit/bulk/selection.server'
import { timeZoneOrUtc } from '~/ui/format'
import { faultBudgetMs } from './faults.server'
import { faultFields } from './shared/filter'
import { faultsById, findFaults } from './shared/find-faults.server'
import { faultName } from './shared/row'

const ResolvingForm = z
  .object({
    fault: z.array(z.string().min(1).max(200)).max(maxSelectedIds).default([]),
    all: z.literal('1').optional(),
    /** The query of the list, for all matching faults. */
    filter: z.string().max(4000).default(''),
    zone: z.string().max(100).default('UTC').transform(timeZoneOrUtc),
    resolution: z.enum(resolutions, { error: 'errors:field.choice' }),
    comment: freeText(1000).optional(),
  })
  .refine(({ resolution, comment }) => resolution === 'fixed' || Boolean(comment), {
    error: 'errors:faults.commentRequired',
    path: ['comment'],
  })
type ResolvingForm = z.infer<typeof ResolvingForm>

/** Resolutions without a repair, which are allowed while the condition is still active. */
const withoutRepair: readonly Resolution[] = ['accepted', 'falsePositive']

const isOngoing = ({ endedAt }: Fault) => !endedAt

function rowOf(fault: Fault, { resolution, comment }: ResolvingForm, t: Translate): PlanRow {
  const { id, path, status, eTag: version } = fault
  const row = { subject: { kind: 'fault', id, name: faultName(fault), ...(path && { path }) }, fields: [], version }
  if (status === 'resolved') return { ...row, effect: 'skip', because: 'errors:catalogue.alreadyResolved' }
  if (isOngoing(fault) && !withoutRepair.includes(resolution))
    return { ...row, effect: 'skip', because: 'errors:catalogue.stillActive' }
  const to = t('main:fault.resolved', { how: t(`main:fault.resolution.${resolution}`) })
  return {
    ...row,
    effect: 'change',
    fields: [
      { name: 'status', label: t('main:fault.field.status'), from: t(`main:fault.status.${status}`), to },
      ...(comment ? [{ name: 'comment', label: t('main:fault.field.comment'), from: null, to: comment }] : []),
    ],
    before: { status },
    after: { status: 'resolved', resolution, comment: comment ?? '' },
  }
}

export const resolving: Bulk<'faultsResolving', ListSelection, Fault, ResolvingForm> = {
  change: 'fault.resolve',
  page: 'faultsResolving',
  budgetMs: faultBudgetMs,
  list: { href: (at, search) => href('customerFaults', at, search), label: (t) => t('main:view.faults') },
  crumb: (t) => t('main:fault.resolving.short'),
  selection: listSelection({
    change: 'fault.resolve',
    of: 'faults',
    service: 'operations',
    name: 'fault',
    fields: faultFields,
    hasDays: true,
    keyOf: ({ id }: Fault) => id,
    named: ({ read: call, features }, _at: Place, ids) => faultsById({ call, features }, ids),
    async matching({ read: call, features }, at, filter, after) {
      const page = await findFaults({ call, features }, { at, filter, after, pageSize: 200 })
      return { things: page.faults, next: page.next, total: page.total, incomplete: page.incomplete }
    },
  }),
  form: ResolvingForm,
  chosenIn: ({ fault, all, filter, zone }) => ({ ids: fault, filter: all ? filter : null, zone }),
  /** Skips faults that are already resolved, or still active without a fitting resolution. */
  plan({ things, missing }, { form, language }) {
    if (things.length === 0) return { rows: [], errors: { resolution: ['errors:nothingChosen'] } }
    const t = translator(language)
    const notes = [
      ...(things.some(isOngoing) && withoutRepair.includes(form.resolution) ? ['main:fault.resolving.standing'] : []),
      ...(missing > 0 ? ['main:fault.resolving.missing'] : []),
    ]
    return { rows: things.map((fault) => rowOf(fault, form, t)), notes }
  },
  async send(context, at) {
    const { resolution, comment } = context.form
    const { rows } = context.plan
    await writeInChunks(context, operations.resolveFaults, changedIds(context.plan), {
      maxPerCall: 500,
      input: (faultIds) => ({ body: { faultIds, resolution, ...(comment && { comment }) } }),
    })
    const [only] = rows.length === 1 ? rows : []
    return only && href('fault', { ...at, faultId: only.subject.id }, { changed: context.changeId })
  },
}
