/** Releasing many overridden points: selection, plan, and the calls (domain §17). */
import { z } from 'zod'
import type { ReplyOf } from '#contracts/endpoint'
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { isUnsupported } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Plan, PlanRow } from '~/change/plan'
import type { WorkContext } from '~/change/plan-context'
import { changedIds, writeCalls, writeInChunks } from '~/change/write-in-chunks.server'
import { maxSelectedIds } from '~/domain/selection'
import { controllerDetail } from '~/features/point/shared/controller-answer'
import { pointSubject, valueFormatter } from '~/features/point/shared/write-plan.server'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { stateWordText } from '~/i18n/state-word'
import type { Bulk, Selected } from '~/kit/bulk/bulk.server'
import { type BulkReader, type ListSelection, listSelection } from '~/kit/bulk/selection.server'
import { siteAt } from '~/kit/place/own-place.server'
import { isReleasable, mayRelease } from './may-release'
import { type ListedOverride, type OverrideFilter, overrideFields, overrideLevels } from './shared/filter'
import { findOverrides, type OverridePage, type OverrideReader } from './shared/find-overrides.server'
import { overrideKey, parseOverrideKey } from './shared/row'

/** Points per call; each has at most three levels. Progress is shown after each call. */
const maxPointsPerCall = 25

/** Up to this many controllers are queried one by one; above it the whole ledger is read. */
const maxSeparateControllers = 20
/** Concurrent calls. */
const concurrency = 8

const ClearingForm = z.object({
  override: z.array(z.string().min(1).max(200)).max(maxSelectedIds).default([]),
})
type ClearingForm = z.infer<typeof ClearingForm>

const readerFrom = ({ read: call, catalogues, person }: BulkReader): OverrideReader => ({ call, catalogues, person })

/** Returns the overrides with these keys that still exist, in the order of the keys. */
async function overridesByKey(reader: OverrideReader, at: Place, keys: readonly string[]): Promise<ListedOverride[]> {
  const places = new Map(keys.map((key, place) => [key, place]))
  const parsedKeys = keys.flatMap((key) => parseOverrideKey(key) ?? [])
  const devices = [...new Set(parsedKeys.map(({ deviceId }) => deviceId))]
  const levels = [...new Set(parsedKeys.map(({ level }) => filterLevelOf(level)))].map((one) => [one])
  const filters: OverrideFilter[] =
    devices.length > maxSeparateControllers
      ? levels.map((level) => ({ level }))
      : devices.flatMap((deviceId) => levels.map((level) => ({ deviceId, level })))
  const placeOf = (one: ListedOverride) => places.get(overrideKey(one))
  const perFilter = await inParallel(filters, concurrency, async (filter) => {
    const matches: ListedOverride[] = []
    for (let after: string | undefined; ; ) {
      const page = await findOverrides(reader, { at, filter, after, pageSize: 200 }).catch(emptyIfMissing)
      matches.push(...page.overrides.filter((one) => placeOf(one) !== undefined))
      if (!page.next || matches.length >= keys.length) return matches
      after = page.next
    }
  })
  return perFilter.flat().sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
}

/** Returns the value of the filter that lists a level. */
const filterLevelOf = (level: number) => overrideLevels.find((one) => one === String(level)) ?? 'other'

/** Returns an empty page for a controller that is missing or hidden (403, 404). */
function emptyIfMissing(error: unknown): Pick<OverridePage, 'overrides' | 'next'> {
  if (error instanceof ServiceError && [403, 404].includes(error.status)) return { overrides: [], next: null }
  throw error
}

/** Returns plan rows for points of the customer whose selected override no longer exists. */
async function releasedAlready(reader: OverrideReader, at: Place, keys: readonly string[]): Promise<PlanRow[]> {
  const parsedKeys = keys.flatMap((key) => parseOverrideKey(key) ?? [])
  const rows = await inParallel([...new Set(parsedKeys.map(({ deviceId }) => deviceId))], concurrency, async (id) => {
    try {
      const device = await reader.call(site.getDevice, { path: { id } })
      if (!device.siteId) return []
      await siteAt(reader.call, { ...at, siteId: device.siteId })
      const points = await reader.call(site.listDevicePoints, { path: { id } })
      return points
        .filter((point) => parsedKeys.some((one) => one.deviceId === id && one.pointId === point.id))
        .filter((point) => !parsedKeys.some((one) => one.pointId === point.id && isCommanded(point, one.level)))
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
function isCommanded({ priorityArray, override }: Point, level: number): boolean {
  return (priorityArray?.[level - 1] ?? null) !== null || override?.level === level
}

export const clearing: Bulk<'overridesClearing', ListSelection, ListedOverride, ClearingForm> = {
  change: 'overrides.clear',
  page: 'overridesClearing',
  continues: true,
  list: { href: (at, search) => href('customerOverrides', at, search), label: (t) => t('main:view.overrides') },
  crumb: (t) => t('main:override.clear'),
  selection: listSelection({
    change: 'overrides.clear',
    of: 'overrides',
    service: 'site',
    name: 'override',
    fields: overrideFields,
    postsShown: true,
    isNumbered: true,
    keyOf: (one: ListedOverride) => overrideKey(one),
    named: (context, at: Place, keys) => overridesByKey(readerFrom(context), at, keys),
    async matching(context, at, filter, after) {
      const page = await findOverrides(readerFrom(context), { at, filter, after, pageSize: 200 })
      return { things: page.overrides, next: page.next, total: page.total, incomplete: page.incomplete }
    },
  }),
  form: ClearingForm,
  chosenIn: ({ override }) => ({ ids: override, filter: null }),
  initial: (_, { ids }) => ({ form: { override: [...ids] } }),
  plan: planClearing,
  send: clearSelected,
}

/** A point with overrides at several levels is one row; a point without any has nothing to release. */
async function planClearing(
  { things, chosen }: Selected<ListSelection, ListedOverride>,
  context: BulkReader,
  at: Place,
): Promise<Plan> {
  const byPoint = new Map<string, ListedOverride[]>()
  for (const one of things) byPoint.set(one.pointId, [...(byPoint.get(one.pointId) ?? []), one])
  const currentKeys = new Set(things.map(overrideKey))
  const missingKeys = chosen.filter === null ? [...new Set(chosen.ids)].filter((key) => !currentKeys.has(key)) : []
  const releasedRows = (await releasedAlready(readerFrom(context), at, missingKeys)).filter(
    ({ subject }) => !byPoint.has(subject.id),
  )
  const rows = [...[...byPoint.values()].map((some) => rowOf(context, at, some)), ...releasedRows]
  if (rows.length === 0) return { rows, errors: { override: ['errors:nothingChosen'] } }
  const plannedIds = new Set(rows.map(({ subject }) => subject.id))
  const isMissing = missingKeys.some((key) => !plannedIds.has(parseOverrideKey(key)?.pointId ?? ''))
  return { rows, ...(isMissing && { notes: ['main:override.clearing.missing'] }) }
}

function rowOf(context: BulkReader, at: Place, overrides: readonly ListedOverride[]): PlanRow {
  const [one] = overrides as [ListedOverride, ...ListedOverride[]]
  const path = [...(one.path ?? []), { id: one.deviceId, name: one.deviceName, type: 'device' as const }]
  const subject = { kind: 'point', id: one.pointId, name: one.displayName || one.pointName, path }
  const releasable = overrides.filter(({ level }) => mayRelease(context, level))
  if (releasable.length === 0) {
    const isOfPrograms = overrides.every(({ level }) => !isReleasable(level))
    const because = isOfPrograms ? 'errors:points.notOurLevel' : 'errors:points.notYours'
    return { subject, effect: 'skip', because, fields: [] }
  }
  const t = translator(context.language)
  const valueFormat = { kind: one.kind, unit: one.unit ?? null, precision: 1, states: [] }
  const text = valueFormatter(context, { tenantId: at.tenantId, valueFormat })
  return {
    subject,
    effect: 'change',
    fields: releasable.map(({ level, value, state }) => ({
      name: `level${level}`,
      label: t('main:override.clearing.level', { level: String(level) }),
      from: state ? stateWordText(t, state) : text(value),
      to: t('main:point.automatic'),
    })),
    before: Object.fromEntries(releasable.map(({ level, value }) => [`level${level}`, value])),
    after: Object.fromEntries(releasable.map(({ level }) => [`level${level}`, null])),
  }
}

/** Returns the levels of a point that the plan releases. */
function levelsOf(plan: Plan, pointId: string): (1 | 8 | 16)[] {
  const row = plan.rows.find(({ subject }) => subject.id === pointId)
  return Object.keys((row?.before ?? {}) as object).map((name) => Number(name.replace('level', '')) as 1 | 8 | 16)
}

/** Releases what the plan lists; a failure for one point does not stop the others. */
async function clearSelected(context: WorkContext<ClearingForm>): Promise<void> {
  const { plan, reason } = context
  const reasonBody = reason ? { reason } : {}
  const ids = changedIds(plan)
  try {
    await writeInChunks(context, site.releaseOverrides, ids, {
      maxPerCall: maxPointsPerCall,
      input: (some) => ({
        body: {
          points: some.flatMap((pointId) => levelsOf(plan, pointId).map((level) => ({ pointId, level }))),
          ...reasonBody,
        },
      }),
      doneDetail: answerOf,
    })
  } catch (error) {
    if (!(error instanceof ServiceError && isUnsupported(error))) throw error
    await releaseOneByOne(context, ids, reasonBody)
  }
}

/** Returns what the controller answered to the releases of a point, one after the other. */
function answerOf(reply: unknown, pointId: string): Record<string, unknown> {
  const all = Array.isArray(reply) ? reply : ((reply as { data?: unknown }).data ?? [])
  const released = (all as ReplyOf<typeof site.releaseOverrides>).filter((one) => one.pointId === pointId)
  const [first, last] = [released[0]?.controller, released.at(-1)?.controller]
  return first && last ? controllerDetail({ controller: { ...last, before: first.before } }) : {}
}

/**
 * Releases by the calls of the specification, which cannot release level 16. A point is done when all its levels are; a
 * failure reports how many calls succeeded before it.
 */
async function releaseOneByOne(
  context: WorkContext<ClearingForm>,
  ids: readonly string[],
  body: { reason?: string },
): Promise<void> {
  for (const pointId of ids) {
    const levels = levelsOf(context.plan, pointId)
    let callsDone = 0
    let failure: Record<string, unknown> | null = levels.includes(16) ? { key: 'errors:points.notReleasable' } : null
    const setOutcome: WorkContext<ClearingForm>['setOutcome'] = (_, outcome, detail = {}) => {
      if (outcome === 'done') callsDone += 1
      else failure = detail
    }
    for (const level of levels.filter((one) => one !== 16)) {
      const call = level === 1 ? site.endEmergency : site.releasePoint
      const calls = [{ ids: [pointId], input: { path: { id: pointId }, body } }]
      await writeCalls({ write: context.write, setOutcome }, call, calls, { hasFurtherCalls: true })
    }
    if (failure) context.setOutcome(pointId, 'failed', { ...failure, ...(callsDone > 0 && { callsDone }) })
    else context.setOutcome(pointId, 'done')
  }
}
