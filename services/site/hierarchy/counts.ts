/** Counts below a node, from indexes (domain §15): at most the rows of one page. */
import type { Counts } from '../../contracts/site'
import { deviceNotExcluded, type ExcludedModels, rowNotExcluded } from '../../kit/excluded-models'
import type { SqlValue } from '../../kit/store'
import type { World } from '../../kit/world'
import { offlineSql, silenceMs } from '../../link/presence'
import { siteTalliesOf, siteTallyOf } from './site-tally'

export type CountedNode = 'group' | 'site' | 'building' | 'space'

/** The spaces inside a space, including itself. */
export const spacesInside = `
  WITH RECURSIVE inside (id) AS (
    SELECT ? UNION ALL SELECT space.id FROM space JOIN inside ON space.parent_space_id = inside.id
  )`

export interface CountQuery {
  type: CountedNode
  id: string
  /** Controllers of these models are excluded; undefined when the call excludes none. */
  models?: ExcludedModels | undefined
}

/**
 * Returns the number of buildings, spaces and controllers of a node, of silent controllers, and of active alarms and
 * faults.
 */
export function nodeCountsOf(world: World, { type, id, models }: CountQuery): Counts {
  if (type === 'site') return siteCountsOf(world, [id], models).get(id) ?? {}
  const { store, clock } = world
  const others = deviceNotExcluded(models ?? null)
  const leavesOut = models === undefined ? {} : { leavesOut: true }
  const about = (table: 'alarm' | 'fault') => rowNotExcluded(`${table}.device_id`, models ?? null)
  const count = (sql: string, ...parameters: SqlValue[]) => store.get<{ n: number }>(sql, ...parameters)?.n ?? 0
  const silent = clock.now() - silenceMs
  const active = `event_state <> 'normal'`

  const device = (condition: string, ...parameters: (string | number)[]) =>
    count(
      `${type === 'space' ? spacesInside : ''}
       SELECT count(*) AS n FROM device WHERE ${insideOf[type]} AND ${condition} AND ${others.sql}`,
      id,
      ...parameters,
      ...others.parameters,
    )
  const raised = (table: 'alarm' | 'fault', condition: string) =>
    count(
      `${type === 'space' ? spacesInside : ''}
       SELECT count(*) AS n FROM ${table} WHERE ${insideOf[type]} AND ${condition} AND ${about(table).sql}`,
      id,
      ...about(table).parameters,
    )
  const isTallied = (models ?? null) === null && type === 'group'
  const tally = type === 'group' ? siteTallyOf(store, type, id) : undefined
  return {
    ...(type === 'space'
      ? { spaces: count(`${spacesInside} SELECT count(*) - 1 AS n FROM inside`, id) }
      : (tally ?? { spaces: count(`SELECT count(*) AS n FROM space WHERE ${insideOf[type]}`, id) })),
    devices: isTallied ? tally?.devices : device('1'),
    offline: device(offlineSql, silent),
    alarms: isTallied
      ? count(`SELECT coalesce(sum(n), 0) AS n FROM alarm_tally WHERE ${insideOf[type]} AND ${active}`, id)
      : raised('alarm', active),
    faults: raised('fault', `status = 'active'`),
    ...leavesOut,
  }
}

/** Returns the same of several sites by id, in as many statements as of one. */
export function siteCountsOf(
  { store, clock }: World,
  siteIds: readonly string[],
  models: ExcludedModels | undefined,
): Map<string, Counts> {
  const others = deviceNotExcluded(models ?? null)
  const faulty = rowNotExcluded('fault.device_id', models ?? null)
  const alarming = rowNotExcluded('alarm.device_id', models ?? null)
  const ids = JSON.stringify(siteIds)
  const count = (what: string, from: string, ...parameters: SqlValue[]) => {
    const rows = store.all<{ site_id: string; n: number }>(
      `SELECT site_id, ${what} AS n FROM ${from} AND site_id IN (SELECT value FROM json_each(?)) GROUP BY site_id`,
      ...parameters,
      ids,
    )
    const counts = new Map(rows.map(({ site_id, n }) => [site_id, n]))
    return (siteId: string) => counts.get(siteId) ?? 0
  }
  const active = `event_state <> 'normal'`
  const isTallied = (models ?? null) === null
  const tallies = siteTalliesOf(store, siteIds)
  const devices = isTallied ? null : count('count(*)', `device WHERE ${others.sql}`, ...others.parameters)
  const offline = count(
    'count(*)',
    `device WHERE ${offlineSql} AND ${others.sql}`,
    clock.now() - silenceMs,
    ...others.parameters,
  )
  const alarms = isTallied
    ? count('sum(n)', `alarm_tally WHERE ${active}`)
    : count('count(*)', `alarm WHERE ${active} AND ${alarming.sql}`, ...alarming.parameters)
  const faults = count('count(*)', `fault WHERE status = 'active' AND ${faulty.sql}`, ...faulty.parameters)
  return new Map(
    siteIds.map((id) => {
      // Written out: spreading took a tenth of a list of a thousand sites.
      const tally = tallies.get(id) ?? noTally
      const counts: Counts = {
        buildings: tally.buildings,
        spaces: tally.spaces,
        devices: devices ? devices(id) : tally.devices,
        offline: offline(id),
        alarms: alarms(id),
        faults: faults(id),
      }
      if (models !== undefined) counts.leavesOut = true
      return [id, counts]
    }),
  )
}

const noTally = { buildings: 0, spaces: 0, devices: 0 }

const insideOf: Record<Exclude<CountedNode, 'site'>, string> = {
  group: 'site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  building: 'building_id = ?',
  space: 'space_id IN (SELECT id FROM inside)',
}
