/** The trends of any points: the simulated days of what they belong to, minute by minute (domain §17). */

import { silenceOf } from '../../building/silence'
import { minuteMs } from '../../building/stages'
import { thin } from '../../building/thinning'
import { unitsOn } from '../../building/units'
import { type Reading, unitBetween } from '../../building/values'
import type { PointTrend } from '../../contracts/point-trends'
import type { site } from '../../contracts/site'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { refuse } from '../../kit/refusal'
import { scopeOfPoint } from '../../kit/scope'
import type { World } from '../../kit/world'
import type { PointRow } from './values'

const dayMs = 24 * 60 * minuteMs
const longestMs = 31 * dayMs
/** Samples are kept every minute for 35 days, every quarter of an hour for 13 months. */
const finelyForMs = 35 * dayMs
const keptForMs = 395 * dayMs
/** As many minutes of all points together as one answer looks at; a longer window is looked at less often. */
const mostLooks = 120_000

type Aggregate = 'minmax' | 'avg' | 'last'

export const pointTrends: Handlers<typeof site>['pointTrends'] = ({ body, world, require }) => {
  const ids = [...new Set(body.pointIds)]
  for (const id of ids) require(scopeOfPoint(world.store, id))
  const [from, to] = [Date.parse(body.from), Date.parse(body.to)]
  if (to - from > longestMs) refuse(4712)
  const now = world.clock.now()
  const window = { from: Math.max(from, now - keptForMs), to: to >= now ? now + 1 : to }
  const finest = now - from > finelyForMs ? 15 : 1
  const minutes = Math.max(0, (window.to - window.from) / minuteMs)
  const asked = body.intervalSec === undefined ? 1 : Math.round(body.intervalSec / 60)
  const bound = Math.ceil((minutes * ids.length) / mostLooks)
  const everyMinutes = Math.max(finest, bound, body.aggregate === 'last' ? asked : 1)
  const readings = readAll(world, ids, { ...window, everyMinutes })
  const stretch = Math.max(asked, everyMinutes)
  let truncated = everyMinutes > finest
  const series = ids.map((id): PointTrend => {
    const { point, samples } = readings.get(id) ?? refuse(4005)
    const isState = point.kind !== 'number'
    const per = Math.max(stretch, body.aggregate === 'minmax' ? 1 : Math.ceil(minutes / body.maxSamples)) * minuteMs
    const told = body.aggregate === 'minmax' || isState ? samples : gathered(samples, { per, by: body.aggregate })
    const shown = thin(told.map(plain), { atMost: body.maxSamples, isState })
    truncated ||= told.length > body.maxSamples || told.length < samples.length
    return {
      pointId: id,
      name: point.name,
      displayName: point.display_name,
      deviceId: point.device_id,
      customerId: point.customer_id,
      timeZone: point.time_zone,
      unit: point.unit,
      kind: isState ? 'state' : 'numeric',
      samples: shown.map(({ at, value }): PointTrend['samples'][number] => [timestamp(at), value]),
    }
  })
  return { from: timestamp(from), to: timestamp(to), intervalSec: stretch * 60, series, truncated }
}

/** No point of these controllers shows a text. */
const plain = ({ at, value }: Reading) => ({ at, value: typeof value === 'string' ? null : value })

interface Asked {
  from: number
  to: number
  everyMinutes: number
}

/** A point with the clock of its site. */
type Placed = PointRow & { time_zone: string }

/** The readings of points by id, unit by unit. */
function readAll(world: World, ids: readonly string[], window: Asked) {
  const points = world.store.all<Placed>(
    `SELECT point.*, time_zone FROM point JOIN device ON device.id = device_id JOIN site ON site.id = site_id
     WHERE point.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const found = new Map<string, { point: Placed; samples: Reading[] }>(
    points.map((point) => [point.id, { point, samples: [] }]),
  )
  for (const deviceId of new Set(points.map(({ device_id }) => device_id))) {
    const isSilent = silenceOf(world, [deviceId], window)
    for (const unit of unitsOn(world, deviceId)) {
      const keys = [...unit.points].filter(([, { id }]) => found.has(id))
      if (keys.length === 0) continue
      const read = unitBetween(world, unit, { ...window, keys: keys.map(([key]) => key), isSilent })
      for (const [key, { id }] of keys) found.get(id)?.samples.push(...(read.get(key) ?? []))
    }
  }
  return found
}

/** One value for each stretch: the mean of what is known of it, or the last; nobody knows where nothing is. */
function gathered(samples: readonly Reading[], { per, by }: { per: number; by: Aggregate }): Reading[] {
  const stretches = new Map<number, Reading[]>()
  for (const reading of samples) {
    const begin = Math.floor(reading.at / per) * per
    const own = stretches.get(begin)
    if (own) own.push(reading)
    else stretches.set(begin, [reading])
  }
  return [...stretches.values()].map((own) => {
    const known = own.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
    const at = own[0]?.at ?? 0
    if (known.length === 0) return { at, value: null }
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length
    return { at, value: by === 'last' ? (known.at(-1) ?? null) : Math.round(mean * 100) / 100 }
  })
}
