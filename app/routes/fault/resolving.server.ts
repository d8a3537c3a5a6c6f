/** Plans and sends resolutions of faults (domain §2.1). */
import { z } from 'zod'
import { resolutions } from '#contracts/fault-names'
import type { Fault, Resolution } from '#contracts/faults'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import { type Chosen, chosen } from '~/backend/chosen.server'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inChunks } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { mostNamed, selectionOf } from '~/domain/selection'
import type { Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import { faultFields } from '~/things/fault/filter'
import { type Asking, faultsNamed, findFaults } from '~/things/fault/find-faults.server'
import { faultName } from '~/things/fault/row'
import { knownZone } from '~/ui/format'

/** The limit of one call. */
const mostInOne = 500

export interface FaultChoice {
  fault: readonly string[]
  /** Selects all faults that match `filter`, the query of the list. */
  all?: boolean | string | undefined
  filter: string
  /** The time zone of the days in the filter. */
  zone: string
}

/** Returns the selected faults from current data. Throws a 404 response for "all matching" with unknown filters. */
export function chosenFaults(
  asking: Asking,
  at: Place,
  { fault: ids, all, filter, zone }: FaultChoice,
): Promise<Chosen<Fault>> {
  const query = new URLSearchParams(filter)
  const wanted = all ? filterIn(query, faultFields) : null
  if (wanted) refuseUnknown(query, ['fault', 'all'], wanted)
  return chosen(selectionOf({ ids, filter: wanted }), {
    of: 'faults',
    service: 'operations',
    most: mostFor('fault.resolve'),
    keyOf: ({ id }: Fault) => id,
    named: (own) => faultsNamed(asking, own),
    async matching(asked, after) {
      const found = await findFaults(asking, { at: { ...at, zone }, filter: asked, after, pageSize: 200 })
      return { things: found.faults, next: found.next, total: found.total, isPartial: found.isPartial }
    },
  })
}

export const ResolvingForm = z
  .object({
    fault: z.array(z.string().min(1).max(200)).max(mostNamed).default([]),
    all: z.literal('1').optional(),
    /** The query of the list, for all matching faults. */
    filter: z.string().max(4000).default(''),
    zone: z.string().max(100).default('UTC').transform(knownZone),
    resolution: z.enum(resolutions, { error: 'errors:field.choice' }),
    comment: freeText(1000).optional(),
  })
  .refine(({ resolution, comment }) => resolution === 'fixed' || Boolean(comment), {
    error: 'errors:faults.commentRequired',
    path: ['comment'],
  })
export type ResolvingForm = z.infer<typeof ResolvingForm>

/** The last part of a message key `main:fault.resolving.<…>`. */
export type Told = 'standing' | 'missing'

/** Resolutions without a repair, which are allowed while the condition is still active. */
const standing: readonly Resolution[] = ['accepted', 'falsePositive']

const holdsOn = ({ endedAt }: Fault) => !endedAt

/** Returns one row per fault; those already resolved, or still active without a fitting resolution, are skipped. */
export async function planResolving({ form, read, features, language }: Desk<ResolvingForm>, at: Place): Promise<Plan> {
  const { things, missing, tooMany } = await chosenFaults({ ask: read, features }, at, form)
  if (tooMany) return { rows: [], tooMany }
  if (things.length === 0) return { rows: [], errors: { resolution: ['errors:nothingChosen'] } }
  const t = translator(language)
  const notes: Told[] = [
    ...(things.some(holdsOn) && standing.includes(form.resolution) ? (['standing'] as const) : []),
    ...(missing > 0 ? (['missing'] as const) : []),
  ]
  return { rows: things.map((fault) => rowOf(fault, form, t)), notes }
}

function rowOf(fault: Fault, { resolution, comment }: ResolvingForm, t: Translate): PlanRow {
  const { id, path, status, eTag: version } = fault
  const row = { subject: { kind: 'fault', id, name: faultName(fault), ...(path && { path }) }, fields: [], version }
  if (status === 'resolved') return { ...row, effect: 'skip', because: 'errors:catalogue.alreadyResolved' }
  if (holdsOn(fault) && !standing.includes(resolution))
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
export async function resolveChosen(desk: WorkDesk<ResolvingForm>): Promise<void> {
  const { resolution, comment } = desk.form
  await inChunks(desk, operations.resolveFaults, changedIn(desk.plan), {
    most: mostInOne,
    input: (faultIds) => ({ body: { faultIds, resolution, ...(comment && { comment }) } }),
  })
}
