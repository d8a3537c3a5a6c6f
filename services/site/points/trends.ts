/** Trends of any points: what their controllers stored of what was measured (domain §17). */

import type { NotKept, PointTrend } from '../../contracts/point-trends'
import type { site } from '../../contracts/site'
import { placeAt } from '../../history/earlier-inputs'
import { minuteMs } from '../../history/history'
import { readHistory } from '../../history/points'
import { thin } from '../../history/thinning'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { localDayOf } from '../../kit/local-days'
import { scopeOfPoint } from '../../kit/scope'
import type { World } from '../../kit/world'
import { settingsSince } from './historian'
import { afterDeletion, type StorageStretch, type StoredReading, storageOver, storedSamplesOf } from './stored-samples'
import type { PointRecord } from './values'

const dayMs = 24 * 60 * minuteMs
const maxWindowMs = 31 * dayMs
/** Samples are stored every minute for 35 days, then every quarter of an hour. */
const everyMinuteForMs = 35 * dayMs
/** Maximum minutes of all points together in one reply; a longer window is sampled less often. */
const maxReadings = 120_000

type Aggregate = 'minmax' | 'avg' | 'last'

export const pointTrends: Handlers<typeof site>['pointTrends'] = async ({ body, world, require }) => {
  const ids = [...new Set(body.pointIds)]
  for (const id of ids) require(scopeOfPoint(world.store, id))
  const [from, to] = [Date.parse(body.from), Date.parse(body.to)]
  if (to - from > maxWindowMs) fail(4712)
  const now = world.clock.now()
  // The current minute shows the current value.
  const window = { from, to: to >= now ? now + 1 : to }
  const finest = now - from > everyMinuteForMs ? 15 : 1
  const minutes = Math.max(0, (window.to - window.from) / minuteMs)
  const requestedMinutes = body.intervalSec === undefined ? 1 : Math.round(body.intervalSec / 60)
  const bound = Math.ceil((minutes * ids.length) / maxReadings)
  const everyMinutes = Math.max(finest, bound, body.aggregate === 'last' ? requestedMinutes : 1)
  const pointReads = await readAll(world, ids, { ...window, everyMinutes })
  const stretch = Math.max(requestedMinutes, everyMinutes)
  let truncated = everyMinutes > finest
  const series = ids.map((id): PointTrend => {
    const { point, readings, stretches } = pointReads.get(id) ?? fail(4005)
    const isState = point.kind !== 'number'
    const bucketMs =
      Math.max(stretch, body.aggregate === 'minmax' ? 1 : Math.ceil(minutes / body.maxSamples)) * minuteMs
    const notKept = gapsIn(stretches, now)
    const thinned = runsBetween(readings, notKept).flatMap(({ run, gap }): Sample[] => {
      // A value that is still valid at either end of the window is part of it.
      const ends = [readings[0], gap ? undefined : run.at(-1)]
      const samples = run.filter((reading) => reading.isSample || ends.includes(reading))
      const selectedSamples =
        body.aggregate === 'minmax' || isState ? samples : aggregate(run, { bucketMs, by: body.aggregate })
      const maxSamples = Math.max(2, Math.floor((body.maxSamples * run.length) / readings.length))
      truncated ||= selectedSamples.length > maxSamples || selectedSamples.length < samples.length
      return [
        ...thin(selectedSamples.map(plain), { maxSamples, isState }),
        ...(gap ? [{ at: gap.from, value: null }] : []),
      ]
    })
    return {
      pointId: id,
      name: point.name,
      displayName: point.display_name,
      deviceId: point.device_id,
      customerId: point.customer_id,
      timeZone: point.time_zone,
      unit: point.unit,
      kind: isState ? 'state' : 'numeric',
      isHeld: stretches.some(({ setting }) => setting?.mode === 'cov'),
      samples: thinned.map(({ at, value }): PointTrend['samples'][number] => [timestamp(at), value]),
      notKept: notKept.map(({ from, to, reason }) => ({ from: timestamp(from), to: timestamp(to), reason })),
    }
  })
  return { from: timestamp(from), to: timestamp(to), intervalSec: stretch * 60, series, truncated }
}

type TrendReading = Pick<StoredReading, 'at' | 'value'>

interface Sample {
  at: number
  value: number | boolean | null
}

/** No point of these controllers has a text value. */
const plain = ({ at, value }: TrendReading): Sample => ({ at, value: typeof value === 'string' ? null : value })

interface Gap {
  from: number
  to: number
  reason: NotKept['reason']
}

/** Returns where nothing was stored, up to now. */
function gapsIn(stretches: readonly StorageStretch[], now: number): Gap[] {
  const gaps: Gap[] = []
  for (const { from, to, reason } of stretches) {
    const [last, end] = [gaps.at(-1), Math.min(to, now)]
    if (!reason || end <= from) continue
    if (last?.to === from && last.reason === reason) last.to = end
    else gaps.push({ from, to: end, reason })
  }
  return gaps
}

/** Returns the readings up to each gap, with the gap that ends them; empty without any reading. */
function runsBetween(readings: readonly StoredReading[], gaps: readonly Gap[]): { run: StoredReading[]; gap?: Gap }[] {
  if (readings.length === 0) return []
  const runs: { run: StoredReading[]; gap?: Gap }[] = []
  let first = 0
  for (const gap of gaps) {
    let end = first
    while (end < readings.length && (readings[end]?.at ?? gap.from) < gap.from) end += 1
    runs.push({ run: readings.slice(first, end), gap })
    first = end
  }
  return [...runs, { run: readings.slice(first) }]
}

interface ReadRange {
  from: number
  to: number
  everyMinutes: number
}

/** A point with the time zone of its site. */
type SitePoint = PointRecord & { time_zone: string }

interface PointRead {
  point: SitePoint
  readings: StoredReading[]
  /** How it was stored over the window. */
  stretches: StorageStretch[]
}

/** Returns the stored samples of points by id, read controller by controller. */
async function readAll(world: World, ids: readonly string[], window: ReadRange): Promise<Map<string, PointRead>> {
  const points = world.store.all<SitePoint>(
    `SELECT point.*, time_zone FROM point JOIN device ON device.id = device_id JOIN site ON site.id = site_id
     WHERE point.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const reads = new Map<string, PointRead>()
  for (const deviceId of new Set(points.map(({ device_id }) => device_id))) {
    const own = points.filter(({ device_id }) => device_id === deviceId)
    for (const [id, read] of await readDevice(world, deviceId, { points: own, ...window })) reads.set(id, read)
  }
  return reads
}

async function readDevice(
  world: World,
  deviceId: string,
  { points, from, to, everyMinutes }: ReadRange & { points: readonly SitePoint[] },
): Promise<Map<string, PointRead>> {
  const pointIds = points.map(({ id }) => id)
  const dayOf = (at: number) => localDayOf(at, placeAt(world.store, deviceId, at)?.timeZone ?? 'UTC')
  const settings = settingsSince(world, deviceId, { since: dayOf(from).start, pointIds })
  const reads = points.map((point): PointRead => {
    const stretches = afterDeletion(storageOver(point.id, { from, to }, settings), settings.deletedBefore)
    return { point, readings: [], stretches }
  })
  const availableFrom = Math.max(from, settings.deletedBefore)
  // Samples stored on change of a number depend on the whole day.
  const dependsOnDay = reads.some(
    ({ point: { kind }, stretches }) => kind === 'number' && stretches.some(({ setting }) => setting?.mode === 'cov'),
  )
  const begin = dependsOnDay ? dayOf(availableFrom).start : availableFrom
  const history = await readHistory(world, pointIds, { from: begin, to, everyMinutes })
  return new Map(
    reads.map(({ point, stretches }) => {
      const { id, kind, cov_increment: increment } = point
      const how = {
        isState: kind !== 'number',
        dayEndOf: (at: number) => dayOf(at).end,
        increment,
        stepMs: everyMinutes * minuteMs,
      }
      const stored = storedSamplesOf(history.get(id) ?? [], storageOver(id, { from: begin, to }, settings), how)
      return [id, { point, stretches, readings: stored.filter(({ at }) => at >= availableFrom) }]
    }),
  )
}

/** Returns one value per stretch: the mean of the known values, or the last; null without any. */
function aggregate(
  samples: readonly TrendReading[],
  { bucketMs, by }: { bucketMs: number; by: Aggregate },
): TrendReading[] {
  const stretches = new Map<number, TrendReading[]>()
  for (const reading of samples) {
    const begin = Math.floor(reading.at / bucketMs) * bucketMs
    const own = stretches.get(begin)
    if (own) own.push(reading)
    else stretches.set(begin, [reading])
  }
  return [...stretches.values()].map((own) => {
    const numbers = own.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
    const at = own[0]?.at ?? 0
    if (numbers.length === 0) return { at, value: null }
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
    return { at, value: by === 'last' ? (numbers.at(-1) ?? null) : Math.round(mean * 100) / 100 }
  })
}
