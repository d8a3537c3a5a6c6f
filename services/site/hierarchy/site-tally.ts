/**
 * Number of buildings, spaces and controllers of each site, maintained by triggers so that nothing counts them (domain
 * §11.3).
 */
import type { Store } from '../../kit/store'

const talliedTables = ['building', 'space', 'device'] as const

const triggersOf = (table: (typeof talliedTables)[number]) => `
CREATE TRIGGER IF NOT EXISTS ${table}_tallied AFTER INSERT ON ${table} BEGIN
  UPDATE site_tally SET ${table}s = ${table}s + 1 WHERE site_id = NEW.site_id;
END;
CREATE TRIGGER IF NOT EXISTS ${table}_untallied AFTER DELETE ON ${table} BEGIN
  UPDATE site_tally SET ${table}s = ${table}s - 1 WHERE site_id = OLD.site_id;
END;
CREATE TRIGGER IF NOT EXISTS ${table}_retallied AFTER UPDATE OF site_id ON ${table} WHEN OLD.site_id <> NEW.site_id BEGIN
  UPDATE site_tally SET ${table}s = ${table}s - 1 WHERE site_id = OLD.site_id;
  UPDATE site_tally SET ${table}s = ${table}s + 1 WHERE site_id = NEW.site_id;
END;`

export const siteTallySchema = `
CREATE TABLE IF NOT EXISTS site_tally (
  site_id TEXT PRIMARY KEY REFERENCES site (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL,
  buildings INTEGER NOT NULL DEFAULT 0,
  spaces INTEGER NOT NULL DEFAULT 0,
  devices INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS site_tally_by_customer ON site_tally (customer_id, buildings, spaces, devices);
CREATE TRIGGER IF NOT EXISTS site_tallied AFTER INSERT ON site BEGIN
  INSERT INTO site_tally (site_id, customer_id) VALUES (NEW.id, NEW.customer_id);
END;
${talliedTables.map(triggersOf).join('\n')}
-- for a store that is older than the tally
INSERT INTO site_tally (site_id, customer_id, buildings, spaces, devices)
SELECT id, customer_id, ${talliedTables.map((table) => `(SELECT count(*) FROM ${table} WHERE site_id = site.id)`).join(', ')}
FROM site WHERE id NOT IN (SELECT site_id FROM site_tally);
`

export interface SiteTally {
  buildings: number
  spaces: number
  devices: number
}

const places = {
  customer: 'customer_id = ?',
  group: 'site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  site: 'site_id = ?',
} as const

/** Returns the sums below a customer, a group or a site; zeros for an unknown id. */
export function siteTallyOf(store: Store, place: keyof typeof places, id: string): SiteTally {
  const sums = store.get<SiteTally>(
    `SELECT coalesce(sum(buildings), 0) AS buildings, coalesce(sum(spaces), 0) AS spaces,
       coalesce(sum(devices), 0) AS devices FROM site_tally WHERE ${places[place]}`,
    id,
  )
  return sums ?? { buildings: 0, spaces: 0, devices: 0 }
}

/** Returns the sums of several sites by id. */
export function siteTalliesOf(store: Store, siteIds: readonly string[]): Map<string, SiteTally> {
  const rows = store.all<SiteTally & { site_id: string }>(
    `SELECT site_id, buildings, spaces, devices FROM site_tally WHERE site_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(siteIds),
  )
  return new Map(rows.map((row) => [row.site_id, row]))
}
