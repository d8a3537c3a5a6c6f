/** Giving back many points that are held: which, what becomes of each, and doing it (domain §17). */
import { z } from 'zod'
import { site } from '#contracts/site'
import { type Chosen, chosen } from '~/backend/chosen.server'
import { isLacking } from '~/backend/fallback'
import { ServiceError } from '~/backend/service-error'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inCalls, inChunks } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { mostNamed, selectionOf } from '~/domain/selection'
import type { Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import { type Override, overrideFields } from '~/things/override/filter'
import { type Asking, findOverrides } from '~/things/override/find-overrides.server'
import { mayGiveBack } from '~/things/override/may-clear'
import { keyOfOverride, readKey } from '~/things/override/row'
import { textFor } from '~/things/point/write-plan.server'

/** As many points as one call takes, each at three levels at most. */
const mostInOne = 60

export interface OverrideChoice {
  override: readonly string[]
  /** All that match `filter`, the query of the ledger. */
  all?: boolean | string | undefined
  filter: string
}

export const ClearingForm = z.object({
  override: z.array(z.string().min(1).max(200)).max(mostNamed).default([]),
  all: z.literal('1').optional(),
  filter: z.string().max(4000).default(''),
})
export type ClearingForm = z.infer<typeof ClearingForm>

/** Those chosen, as they are held now; "all that match" in words that the ledger does not know is 404. */
export function chosenOverrides(
  asking: Asking,
  at: Place,
  { override: keys, all, filter }: OverrideChoice,
): Promise<Chosen<Override>> {
  const query = new URLSearchParams(filter)
  const wanted = all ? filterIn(query, overrideFields) : null
  if (wanted) refuseUnknown(query, ['override', 'all'], wanted)
  return chosen(selectionOf({ ids: keys, filter: wanted }), {
    of: 'overrides',
    service: 'site',
    most: mostFor('overrides.clear'),
    keyOf: (one: Override) => keyOfOverride(one),
    named: (own) => named(asking, at, own),
    async matching(asked, after) {
      const found = await findOverrides(asking, { at, filter: asked, after, pageSize: 200 })
      return { things: found.overrides, next: found.next, total: found.total, isPartial: found.isPartial }
    },
  })
}

/** Those that are still held among all of the customer, level by level. */
async function named(asking: Asking, at: Place, keys: readonly string[]): Promise<Override[]> {
  const wanted = new Set(keys)
  const levels = [...new Set(keys.flatMap((key) => readKey(key)?.level ?? []))]
  const found: Override[] = []
  for (const level of levels) {
    const filter = { level: String(level) as '1' | '8' | '16' }
    for (let after: string | undefined; ; ) {
      const page = await findOverrides(asking, { at, filter, after, pageSize: 200 })
      found.push(...page.overrides.filter((one) => wanted.has(keyOfOverride(one))))
      if (!page.next || found.length >= wanted.size) break
      after = page.next
    }
  }
  return found
}

/** A point that is held at several levels is one row. */
export async function planClearing(desk: Desk<ClearingForm>, at: Place): Promise<Plan> {
  const { form, read, catalogues, person } = desk
  const { things, missing, tooMany } = await chosenOverrides({ ask: read, catalogues, person }, at, form)
  if (tooMany) return { rows: [], tooMany }
  if (things.length === 0) return { rows: [], errors: { override: ['errors:nothingChosen'] } }
  const byPoint = new Map<string, Override[]>()
  for (const one of things) byPoint.set(one.pointId, [...(byPoint.get(one.pointId) ?? []), one])
  return {
    rows: [...byPoint.values()].map((held) => rowOf(desk, at, held)),
    ...(missing > 0 && { notes: ['missing'] }),
  }
}

function rowOf(desk: Desk<ClearingForm>, at: Place, held: readonly Override[]): PlanRow {
  const [one] = held as [Override, ...Override[]]
  const path = one.path && [...one.path, { id: one.deviceId, name: one.deviceName, type: 'device' as const }]
  const subject = { kind: 'point', id: one.pointId, name: one.displayName || one.pointName, ...(path && { path }) }
  const may = held.filter(({ level }) => mayGiveBack(desk, level))
  if (may.length === 0) return { subject, effect: 'skip', because: 'errors:points.notYours', fields: [] }
  const t = translator(desk.language)
  const meaning = { kind: one.kind, unit: one.unit ?? null, precision: 1, states: [] }
  const text = textFor(desk, { tenantId: at.tenantId, meaning })
  return {
    subject,
    effect: 'change',
    fields: may.map(({ level, value }) => ({
      name: `level${level}`,
      from: text(value),
      to: t('main:point.automatic'),
    })),
    before: Object.fromEntries(may.map(({ level, value }) => [`level${level}`, value])),
    after: Object.fromEntries(may.map(({ level }) => [`level${level}`, null])),
  }
}

/** The levels that a plan gives back of a point. */
function levelsOf(plan: Plan, pointId: string): (1 | 8 | 16)[] {
  const row = plan.rows.find(({ subject }) => subject.id === pointId)
  return Object.keys((row?.before ?? {}) as object).map((name) => Number(name.replace('level', '')) as 1 | 8 | 16)
}

/** Gives back what the plan says; a point that cannot be given back does not hold up the others. */
export async function clearChosen(desk: WorkDesk<ClearingForm>): Promise<void> {
  const { plan, reason } = desk
  const why = reason ? { reason } : {}
  const ids = changedIn(plan)
  try {
    await inChunks(desk, site.releaseOverrides, ids, {
      most: mostInOne,
      input: (some) => ({
        body: {
          points: some.flatMap((pointId) => levelsOf(plan, pointId).map((level) => ({ pointId, level }))),
          ...why,
        },
      }),
    })
  } catch (error) {
    if (!(error instanceof ServiceError && isLacking(error))) throw error
    await oneByOne(desk, ids, why)
  }
}

/** By the calls of the specification; none gives back what was set at the weakest level. */
async function oneByOne(
  desk: WorkDesk<ClearingForm>,
  ids: readonly string[],
  body: { reason?: string },
): Promise<void> {
  for (const pointId of ids) {
    const levels = levelsOf(desk.plan, pointId)
    for (const level of levels.filter((one) => one !== 16)) {
      const call = level === 1 ? site.endEmergency : site.releasePoint
      await inCalls(desk, call, [{ ids: [pointId], input: { path: { id: pointId }, body } }], { isPart: true })
    }
    if (levels.includes(16)) desk.ended(pointId, 'failed', { because: 'notTried' })
  }
}
