/** What is below a node, counted from indexes (domain §15): never more than the rows of one page ask for. */
import type { Counts } from '../../contracts/site'
import { offlineSql, silenceMs } from '../../fleet/heartbeat'
import type { World } from '../../kit/world'
import { siteTallyOf } from './site-tally'

export type CountedNode = 'group' | 'site' | 'building' | 'space'

/** The spaces inside a space, itself included. */
export const spacesInside = `
  WITH RECURSIVE inside (id) AS (
    SELECT ? UNION ALL SELECT space.id FROM space JOIN inside ON space.parent_space_id = inside.id
  )`

const groupSites = 'SELECT id FROM site WHERE site_group_id = ?'

/** How many buildings, spaces and controllers a node holds, how many of the latter are silent, and what holds there now. */
export function countsOf({ store, clock }: World, type: CountedNode, id: string): Counts {
  const count = (sql: string, ...parameters: (string | number)[]) =>
    store.get<{ n: number }>(sql, ...parameters)?.n ?? 0
  const silent = clock.now() - silenceMs
  const active = `event_state <> 'normal'`

  if (type === 'space') {
    return {
      spaces: count(`${spacesInside} SELECT count(*) - 1 AS n FROM inside`, id),
      devices: count(`${spacesInside} SELECT count(*) AS n FROM device WHERE space_id IN (SELECT id FROM inside)`, id),
      offline: count(
        `${spacesInside} SELECT count(*) AS n FROM device WHERE space_id IN (SELECT id FROM inside) AND ${offlineSql}`,
        id,
        silent,
      ),
      alarms: count(
        `${spacesInside} SELECT count(*) AS n FROM alarm WHERE space_id IN (SELECT id FROM inside) AND ${active}`,
        id,
      ),
      faults: count(
        `${spacesInside} SELECT count(*) AS n FROM fault WHERE space_id IN (SELECT id FROM inside) AND status = 'active'`,
        id,
      ),
    }
  }
  const inside = type === 'group' ? `site_id IN (${groupSites})` : type === 'site' ? 'site_id = ?' : 'building_id = ?'
  const tally =
    type === 'building'
      ? {
          spaces: count(`SELECT count(*) AS n FROM space WHERE ${inside}`, id),
          devices: count(`SELECT count(*) AS n FROM device WHERE ${inside}`, id),
        }
      : siteTallyOf(store, type, id)
  const counts: Counts = {
    ...tally,
    offline: count(`SELECT count(*) AS n FROM device WHERE ${inside} AND ${offlineSql}`, id, silent),
    alarms: count(
      type === 'building'
        ? `SELECT count(*) AS n FROM alarm WHERE ${inside} AND ${active}`
        : `SELECT coalesce(sum(n), 0) AS n FROM alarm_tally WHERE ${inside} AND ${active}`,
      id,
    ),
    faults: count(`SELECT count(*) AS n FROM fault WHERE ${inside} AND status = 'active'`, id),
  }
  return counts
}
