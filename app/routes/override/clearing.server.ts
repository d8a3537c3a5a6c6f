/** Releasing many overridden points: selection, plan, and the calls (domain §17). */
import { z } from 'zod'
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { type Chosen, chosen } from '~/backend/chosen.server'
import { isLacking } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
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
import { siteAt } from '~/screens/place/own-place.server'
import { type Override, type OverrideFilter, overrideFields } from '~/things/override/filter'
import { type Asking, findOverrides, type OverridePage } from '~/things/override/find-overrides.server'
import { mayGiveBack } from '~/things/override/may-clear'
import { keyOfOverride, readKey } from '~/things/override/row'
import { pointSubject, textFor } from '~/things/point/write-plan.server'

/** Points per call; each has at most three levels. */
const mostInOne = 60

/** Up to this many controllers are queried one by one; above it the whole ledger is read. */
const mostApart = 20
/** Concurrent calls. */
const atOnce = 8

export interface OverrideChoice {
  override: readonly string[]
  /** The query of the ledger for "all matching"; null for a selection by key. */
  filter: string | null
}

export const ClearingForm = z.object({
  override: z.array(z.string().min(1).max(200)).max(mostNamed).default([]),
})
export type ClearingForm = z.infer<typeof ClearingForm>

type Planning = Omit<Desk<unknown>, 'form'>

const askingWith = ({ read: ask, catalogues, person }: Planning): Asking => ({ ask, catalogues, person })

/** Returns the selected overrides as they are now. Responds 404 to "all matching" with unknown filters. */
function chosenOverrides(
  asking: Asking,
  at: Place,
  { override: keys, filter }: OverrideChoice,
): Promise<Chosen<Override>> {
  const query = new URLSearchParams(filter ?? '')
  const wanted = filter === null ? null : filterIn(query, overrideFields)
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

/** Returns the overrides with these keys that still exist, in the order of the keys. */
async function named(asking: Asking, at: Place, keys: readonly string[]): Promise<Override[]> {
  const places = new Map(keys.map((key, place) => [key, place]))
  const asked = keys.flatMap((key) => readKey(key) ?? [])
  const devices = [...new Set(asked.map(({ deviceId }) => deviceId))]
  const levels = [...new Set(asked.map(({ level }) => String(level) as '1' | '8' | '16'))].map((one) => [one])
  const filters: OverrideFilter[] =
    devices.length > mostApart
      ? levels.map((level) => ({ level }))
      : devices.flatMap((deviceId) => levels.map((level) => ({ deviceId, level })))
  const placeOf = (one: Override) => places.get(keyOfOverride(one))
  const found = await inParallel(filters, atOnce, async (filter) => {
    const held: Override[] = []
    for (let after: string | undefined; ; ) {
      const page = await findOverrides(asking, { at, filter, after, pageSize: 200 }).catch(noneThere)
      held.push(...page.overrides.filter((one) => placeOf(one) !== undefined))
      if (!page.next || held.length >= keys.length) return held
      after = page.next
    }
  })
  return found.flat().sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
}

/** Returns an empty page for a controller that is missing or hidden (403, 404). */
function noneThere(error: unknown): Pick<OverridePage, 'overrides' | 'next'> {
  if (error instanceof ServiceError && [403, 404].includes(error.status)) return { overrides: [], next: null }
  throw error
}

/** Returns plan rows for points of the customer whose selected override no longer exists. */
async function freed(asking: Asking, at: Place, keys: readonly string[]): Promise<PlanRow[]> {
  const gone = keys.flatMap((key) => readKey(key) ?? [])
  const rows = await inParallel([...new Set(gone.map(({ deviceId }) => deviceId))], atOnce, async (id) => {
    try {
      const device = await asking.ask(site.getDevice, { path: { id } })
      if (!device.siteId) return []
      await siteAt(asking.ask, { ...at, siteId: device.siteId })
      const points = await asking.ask(site.listDevicePoints, { path: { id } })
      return points
        .filter((point) => gone.some((one) => one.deviceId === id && one.pointId === point.id))
        .filter((point) => !gone.some((one) => one.pointId === point.id && isHeld(point, one.level)))
        .map((point): PlanRow => ({ subject: pointSubject(point, device), effect: 'same', fields: [] }))
    } catch (error) {
      const isHidden = error instanceof Response || (error instanceof ServiceError && [403, 404].includes(error.status))
      if (isHidden) return []
      throw error
    }
  })
  return rows.flat()
}

/** Whether a level is commanded. Some ledgers list only the strongest level, so the priority array is checked, too. */
function isHeld({ priorityArray, override }: Point, level: number): boolean {
  return (priorityArray?.[level - 1] ?? null) !== null || override?.level === level
}

/**
 * Returns the plan and the keys it is for: the form posts the keys that were shown, whatever matches later. A point
 * with overrides at several levels is one row; a point without any has nothing to release.
 */
export async function planShown(
  desk: Planning,
  at: Place,
  choice: OverrideChoice,
): Promise<{ plan: Plan; keys: readonly string[] }> {
  const asking = askingWith(desk)
  const { things, tooMany } = await chosenOverrides(asking, at, choice)
  if (tooMany) return { plan: { rows: [], tooMany }, keys: [] }
  const byPoint = new Map<string, Override[]>()
  for (const one of things) byPoint.set(one.pointId, [...(byPoint.get(one.pointId) ?? []), one])
  const held = new Set(things.map(keyOfOverride))
  const gone = choice.filter === null ? [...new Set(choice.override)].filter((key) => !held.has(key)) : []
  const free = (await freed(asking, at, gone)).filter(({ subject }) => !byPoint.has(subject.id))
  const rows = [...[...byPoint.values()].map((some) => rowOf(desk, at, some)), ...free]
  const keys = choice.filter === null ? choice.override : [...held]
  if (rows.length === 0) return { plan: { rows, errors: { override: ['errors:nothingChosen'] } }, keys }
  const told = new Set(rows.map(({ subject }) => subject.id))
  const isMissing = gone.some((key) => !told.has(readKey(key)?.pointId ?? ''))
  return { plan: { rows, ...(isMissing && { notes: ['missing'] }) }, keys }
}

export async function planClearing(desk: Desk<ClearingForm>, at: Place): Promise<Plan> {
  return (await planShown(desk, at, { override: desk.form.override, filter: null })).plan
}

function rowOf(desk: Planning, at: Place, held: readonly Override[]): PlanRow {
  const [one] = held as [Override, ...Override[]]
  const path = [...(one.path ?? []), { id: one.deviceId, name: one.deviceName, type: 'device' as const }]
  const subject = { kind: 'point', id: one.pointId, name: one.displayName || one.pointName, path }
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

/** Returns the levels of a point that the plan releases. */
function levelsOf(plan: Plan, pointId: string): (1 | 8 | 16)[] {
  const row = plan.rows.find(({ subject }) => subject.id === pointId)
  return Object.keys((row?.before ?? {}) as object).map((name) => Number(name.replace('level', '')) as 1 | 8 | 16)
}

/** Releases what the plan lists; a failure for one point does not stop the others. */
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

/**
 * Releases by the calls of the specification, which cannot release level 16. A point is done when all its levels are; a
 * failure reports how many calls succeeded before it.
 */
async function oneByOne(
  desk: WorkDesk<ClearingForm>,
  ids: readonly string[],
  body: { reason?: string },
): Promise<void> {
  for (const pointId of ids) {
    const levels = levelsOf(desk.plan, pointId)
    let callsDone = 0
    let refused: Record<string, unknown> | null = levels.includes(16) ? { key: 'errors:points.notReleasable' } : null
    const ended: WorkDesk<ClearingForm>['ended'] = (_, outcome, detail = {}) => {
      if (outcome === 'done') callsDone += 1
      else refused = detail
    }
    for (const level of levels.filter((one) => one !== 16)) {
      const call = level === 1 ? site.endEmergency : site.releasePoint
      const calls = [{ ids: [pointId], input: { path: { id: pointId }, body } }]
      await inCalls({ write: desk.write, ended }, call, calls, { isPart: true })
    }
    if (refused) desk.ended(pointId, 'failed', { ...refused, ...(callsDone > 0 && { callsDone }) })
    else desk.ended(pointId, 'done')
  }
}
