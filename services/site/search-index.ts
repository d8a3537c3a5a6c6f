/**
 * What things are found by: one entry per group, site, building, space, controller and piece of equipment, with
 * what it says of itself (`own`) and the names above it (`above`), and a full-text index of trigrams over both.
 * Triggers keep an entry right when its thing or one above it is made, renamed, moved or deleted.
 */
import { rankOf, type SoughtKind } from '../kit/search-words'
import type { Store } from '../kit/store'

/** Of each kind: where it is stored and the text it is found by. */
const sources: Record<SoughtKind, { table: string; own: string; above: string; from?: string; columns: string }> = {
  group: { table: 'site_group', own: 'site_group.sort_name', above: `''`, columns: 'sort_name' },
  site: {
    table: 'site',
    own: `site.sort_name || ' ' || site.address_text`,
    above: `coalesce(site_group.sort_name, '')`,
    from: 'LEFT JOIN site_group ON site_group.id = site.site_group_id',
    columns: 'sort_name, address_text, site_group_id',
  },
  building: {
    table: 'building',
    own: `building.sort_name || ' ' || building.address_text`,
    above: 'site.sort_name',
    from: 'JOIN site ON site.id = building.site_id',
    columns: 'sort_name, address_text, site_id',
  },
  space: {
    table: 'space',
    own: 'space.sort_name',
    above: `building.sort_name || ' ' || site.sort_name`,
    from: 'JOIN building ON building.id = space.building_id JOIN site ON site.id = space.site_id',
    columns: 'sort_name, building_id, site_id',
  },
  device: {
    table: 'device',
    own: `device.sort_name || ' ' || device.search_text || ' ' || coalesce(controller.address, '')`,
    above: `space.sort_name || ' ' || building.sort_name || ' ' || site.sort_name`,
    from: `JOIN space ON space.id = device.space_id JOIN building ON building.id = device.building_id
      JOIN site ON site.id = device.site_id LEFT JOIN controller ON controller.device_id = device.id`,
    columns: 'sort_name, search_text, space_id, building_id, site_id',
  },
  equipment: { table: 'equipment', own: 'equipment.sort_name', above: `''`, columns: 'sort_name' },
}
const kinds = Object.keys(sources) as SoughtKind[]

const entriesOf = (kind: SoughtKind) => {
  const { table, own, above, from = '' } = sources[kind]
  return `SELECT ${table}.id AS id, ${rankOf(kind)} AS kind, ${table}.tenant_id AS tenant_id,
    ${table}.customer_id AS customer_id, ${table}.sort_name AS sort_name, ${own} AS own, ${above} AS above
    FROM ${table} ${from}`
}

const columns = 'id, kind, tenant_id, customer_id, sort_name, own, above'

/** Writes the entries of a kind that meet a condition again. */
const renew = (kind: SoughtKind, condition: string) => `
  INSERT INTO search_entry (${columns}) ${entriesOf(kind)} WHERE ${condition}
  ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, customer_id = excluded.customer_id,
    sort_name = excluded.sort_name, own = excluded.own, above = excluded.above;`

/** What bears the name of a thing among the names above it, and by which column. */
const below: Partial<Record<SoughtKind, readonly SoughtKind[]>> = {
  group: ['site'],
  site: ['building', 'space', 'device'],
  building: ['space', 'device'],
  space: ['device'],
}
const parentColumn = { group: 'site_group_id', site: 'site_id', building: 'building_id', space: 'space_id' } as const

function triggersOf(kind: SoughtKind): string {
  const { table, columns: watched } = sources[kind]
  const isParent = kind in parentColumn
  const column = parentColumn[kind as keyof typeof parentColumn]
  return `
CREATE TRIGGER IF NOT EXISTS searched_${table}_made AFTER INSERT ON ${table} BEGIN ${renew(kind, `${table}.id = NEW.id`)}
END;
CREATE TRIGGER IF NOT EXISTS searched_${table}_changed AFTER UPDATE OF tenant_id, customer_id, ${watched} ON ${table}
BEGIN ${renew(kind, `${table}.id = NEW.id`)}
END;
${
  isParent
    ? `CREATE TRIGGER IF NOT EXISTS searched_${table}_renamed AFTER UPDATE OF sort_name ON ${table}
WHEN OLD.sort_name <> NEW.sort_name
BEGIN ${(below[kind] ?? []).map((child) => renew(child, `${sources[child].table}.${column} = NEW.id`)).join('')}
END;`
    : ''
}
CREATE TRIGGER IF NOT EXISTS searched_${table}_gone AFTER DELETE ON ${table} BEGIN
  DELETE FROM search_entry WHERE id = OLD.id;
END;`
}

/** To be run when the tables of the controllers are there too. */
export const searchSchema = `
CREATE TABLE IF NOT EXISTS search_entry (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  own TEXT NOT NULL,
  above TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS search_entry_by_customer ON search_entry (customer_id, kind, sort_name, id);
CREATE INDEX IF NOT EXISTS search_entry_by_name ON search_entry (kind, sort_name, id);
CREATE VIRTUAL TABLE IF NOT EXISTS search_index USING fts5 (
  own, above, content = 'search_entry', content_rowid = 'number', tokenize = 'trigram'
);
CREATE TRIGGER IF NOT EXISTS searched_entry_made AFTER INSERT ON search_entry BEGIN
  INSERT INTO search_index (rowid, own, above) VALUES (NEW.number, NEW.own, NEW.above);
END;
CREATE TRIGGER IF NOT EXISTS searched_entry_changed AFTER UPDATE OF own, above ON search_entry
WHEN OLD.own <> NEW.own OR OLD.above <> NEW.above BEGIN
  INSERT INTO search_index (search_index, rowid, own, above) VALUES ('delete', OLD.number, OLD.own, OLD.above);
  INSERT INTO search_index (rowid, own, above) VALUES (NEW.number, NEW.own, NEW.above);
END;
CREATE TRIGGER IF NOT EXISTS searched_entry_gone AFTER DELETE ON search_entry BEGIN
  INSERT INTO search_index (search_index, rowid, own, above) VALUES ('delete', OLD.number, OLD.own, OLD.above);
END;
${kinds.map(triggersOf).join('\n')}
CREATE TRIGGER IF NOT EXISTS searched_controller_made AFTER INSERT ON controller
BEGIN ${renew('device', 'device.id = NEW.device_id')}
END;
CREATE TRIGGER IF NOT EXISTS searched_controller_changed AFTER UPDATE OF address ON controller
WHEN OLD.address IS NOT NEW.address
BEGIN ${renew('device', 'device.id = NEW.device_id')}
END;
-- for a store that is older than the entries
${fillSql('WHERE NOT EXISTS (SELECT 1 FROM search_entry)')}
`

function fillSql(condition = ''): string {
  const all = kinds.map(entriesOf).join(' UNION ALL ')
  return `INSERT INTO search_entry (${columns}) SELECT ${columns} FROM (${all}) ${condition} ORDER BY kind, sort_name, id;`
}

/** Leaves the entries out while `work` writes many things, and makes them all at the end: far cheaper than one by one. */
export function searchableAfterwards(store: Store, work: () => void): void {
  const triggers = store.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'searched\\_%' ESCAPE '\\'`,
  )
  for (const { name } of triggers) store.exec(`DROP TRIGGER ${name}`)
  try {
    work()
    store.transaction(() => {
      store.exec(fillSql())
      store.exec(`INSERT INTO search_index (search_index) VALUES ('rebuild')`)
    })
  } finally {
    for (const { sql } of triggers) store.exec(sql)
  }
}
