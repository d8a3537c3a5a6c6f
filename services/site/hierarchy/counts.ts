/** Counts below a node, from indexes (domain §15): at most the rows of one page. */
import type { Counts } from '../../contracts/site'
import { deviceNotExcluded, type ExcludedModels, rowNotExcluded } from '../../kit/excluded-models'
import type { SqlValue } from '../../kit/store'
import type { World } from '../../kit/world'
import { offlineSql, silenceMs } from '../../link/presence'
import { siteTallyOf } from './site-tally'

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
export function nodeCountsOf({ store, clock }: World, { type, id, models }: CountQuery): Counts {
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
  const isTallied = (models ?? null) === null && (type === 'group' || type === 'site')
  const tally = type === 'group' || type === 'site' ? siteTallyOf(store, type, id) : undefined
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

const insideOf: Record<CountedNode, string> = {
  group: 'site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  site: 'site_id = ?',
  building: 'building_id = ?',
  space: 'space_id IN (SELECT id FROM inside)',
}
