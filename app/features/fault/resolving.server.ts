/** Plans and sends resolutions of faults (domain §2.1). */
import { z } from 'zod'
import { resolutions } from '#contracts/fault-names'
import type { Fault, Resolution } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { type LoadedSelection, loadSelection } from '~/backend/load-selection.server'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { maxSelectedIds, selectionOf } from '~/domain/selection'
import type { Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { parseFilter } from '~/kit/list/filter'
import { rejectUnknownParams } from '~/kit/list/unknown-params'
import { timeZoneOrUtc } from '~/ui/format'
import { faultFields } from './shared/filter'
import { type FaultReader, faultsById, findFaults } from './shared/find-faults.server'
import { faultName } from './shared/row'

/** The limit of one call. */
const maxPerCall = 500

export interface FaultSelection {
  fault: readonly string[]
  /** Selects all faults that match `filter`, the query of the list. */
  all?: boolean | string | undefined
  filter: string
  /** The time zone of the days in the filter. */
  zone: string
}

/** Returns the selected faults from current data. Throws a 404 response for "all matching" with unknown filters. */
export function selectedFaults(
  reader: FaultReader,
  at: Place,
  { fault: ids, all, filter, zone }: FaultSelection,
): Promise<LoadedSelection<Fault>> {
  const query = new URLSearchParams(filter)
  const listFilter = all ? parseFilter(query, faultFields) : null
  if (listFilter) rejectUnknownParams(query, ['fault', 'all'], listFilter)
  return loadSelection(selectionOf({ ids, filter: listFilter }), {
    of: 'faults',
    service: 'operations',
    max: limitFor('fault.resolve'),
    keyOf: ({ id }: Fault) => id,
    byIds: (own) => faultsById(reader, own),
    async matchPage(filters, after) {
      const page = await findFaults(reader, { at: { ...at, zone }, filter: filters, after, pageSize: 200 })
      return { things: page.faults, next: page.next, total: page.total, incomplete: page.incomplete }
    },
  })
}

export const ResolvingForm = z
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
export type ResolvingForm = z.infer<typeof ResolvingForm>

/** The last part of a message key `main:fault.resolving.<…>`. */
export type ResolutionLabel = 'standing' | 'missing'

/** Resolutions without a repair, which are allowed while the condition is still active. */
const withoutRepair: readonly Resolution[] = ['accepted', 'falsePositive']

const isOngoing = ({ endedAt }: Fault) => !endedAt

/** Returns one row per fault; those already resolved, or still active without a fitting resolution, are skipped. */
export async function planResolution(
  { form, read, features, language }: PlanContext<ResolvingForm>,
  at: Place,
): Promise<Plan> {
  const { things, missing, tooMany } = await selectedFaults({ call: read, features }, at, form)
  if (tooMany) return { rows: [], tooMany }
  if (things.length === 0) return { rows: [], errors: { resolution: ['errors:nothingChosen'] } }
  const t = translator(language)
  const notes: ResolutionLabel[] = [
    ...(things.some(isOngoing) && withoutRepair.includes(form.resolution) ? (['standing'] as const) : []),
    ...(missing > 0 ? (['missing'] as const) : []),
  ]
  return { rows: things.map((fault) => rowOf(fault, form, t)), notes }
}

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
      { name: 'status', from: t(`main:fault.status.${status}`), to },
      ...(comment ? [{ name: 'comment', from: null, to: comment }] : []),
    ],
    before: { status },
    after: { status: 'resolved', resolution, comment: comment ?? '' },
  }
}

/** Resolves the planned faults in batches of 500; a refusal does not stop the others. */
export async function sendResolutions(context: WorkContext<ResolvingForm>): Promise<void> {
  const { resolution, comment } = context.form
  await writeInChunks(context, operations.resolveFaults, changedIds(context.plan), {
    maxPerCall: maxPerCall,
    input: (faultIds) => ({ body: { faultIds, resolution, ...(comment && { comment }) } }),
  })
}
