/**
 * The search index: one entry per group, site, building, space, controller, piece of equipment, designer project of a
 * site and stored point, with its own words (`own`) and those of its displayed path (`above`), and a full-text index of
 * trigrams over both. Both begin and end with a space. Triggers update an entry when its row or one above it is
 * created, renamed, moved or deleted.
 */
import { entriesPerKind, firstEntryNumber, type IndexedKind, kindRank } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { simulatedProtocol } from '../../link/registry'
import { addWordColumns, rewriteWords } from './search-text'

/** Selects the spaces from the building down to one, as text; empty without any. */
const spacesTo = (id: string) => `(
  WITH RECURSIVE up (parent, words, level) AS (
    SELECT lowest.parent_space_id, lowest.words, 0 FROM space AS lowest WHERE lowest.id = ${id}
    UNION ALL
    SELECT higher.parent_space_id, higher.words, up.level + 1 FROM space AS higher JOIN up ON higher.id = up.parent
  ) SELECT coalesce(group_concat(words, ' ' ORDER BY level DESC), '') FROM up
)`

/** Selects the spaces inside one, including itself. */
const spacesIn = (id: string) => `(
  WITH RECURSIVE inside (id) AS (
    SELECT ${id} UNION ALL SELECT lower.id FROM space AS lower JOIN inside ON lower.parent_space_id = inside.id
  ) SELECT id FROM inside
)`

const joinedGroup = 'LEFT JOIN site_group ON site_group.id = site.site_group_id'
const groupAndSite = `coalesce(site_group.words, ''), site.words`

/** The table of a kind and its search words, as SQL. */
interface SearchSource {
  table: string
  own: string[]
  above: string[]
  /** Further sources of its words. */
  from?: string
  /** The columns of its table that its words depend on. */
  columns: string
  /** The column of the entry that lists are sorted by. */
  order?: string
}

const sources: Record<IndexedKind, SearchSource> = {
  group: { table: 'site_group', own: ['site_group.words'], above: [], columns: 'words' },
  site: {
    table: 'site',
    own: ['site.words', 'site.address_text'],
    above: [`coalesce(site_group.words, '')`],
    from: joinedGroup,
    columns: 'words, address_text, site_group_id',
  },
  building: {
    table: 'building',
    own: ['building.words', 'building.address_text'],
    above: [groupAndSite],
    from: `JOIN site ON site.id = building.site_id ${joinedGroup}`,
    columns: 'words, address_text, site_id',
  },
  space: {
    table: 'space',
    own: ['space.words'],
    above: [groupAndSite, 'building.words', spacesTo('space.parent_space_id')],
    from: `JOIN building ON building.id = space.building_id JOIN site ON site.id = space.site_id ${joinedGroup}`,
    columns: 'words, building_id, site_id, parent_space_id',
  },
  device: {
    table: 'device',
    own: ['device.search_text', `coalesce(controller.address, '')`],
    above: [groupAndSite, 'building.words', spacesTo('device.space_id')],
    from: `JOIN building ON building.id = device.building_id JOIN site ON site.id = device.site_id ${joinedGroup}
      LEFT JOIN controller ON controller.device_id = device.id`,
    columns: 'search_text, space_id, building_id, site_id',
  },
  equipment: { table: 'equipment', own: ['equipment.words'], above: [], columns: 'words' },
  project: {
    table: 'designer_project',
    own: ['designer_project.words'],
    above: [],
    from: 'JOIN site ON site.id = designer_project.associated_id',
    columns: 'words',
    order: 'name',
  },
  // The name of a simulated point begins with that of its unit; one of another maker is found by its controller as well.
  point: {
    table: 'point',
    own: ['point.own_words'],
    above: ['point.words', `coalesce(host.search_text, '')`],
    from: `LEFT JOIN device AS host ON host.id = point.device_id AND host.protocol <> '${simulatedProtocol}'`,
    columns: 'words, own_words',
    order: 'name',
  },
}
const kinds = Object.keys(sources) as IndexedKind[]

const spaced = (texts: readonly string[]) =>
  texts.length ? `concat(' ', concat_ws(' ', ${texts.join(', ')}), ' ')` : `''`

const entriesOf = (kind: IndexedKind) => {
  const { table, own, above, from = '', order = 'sort_name' } = sources[kind]
  return `SELECT ${table}.id AS id, ${kindRank(kind)} AS kind, ${table}.tenant_id AS tenant_id,
    ${table}.customer_id AS customer_id, ${table}.${order} AS sort_name, ${spaced(own)} AS own,
    ${spaced(above)} AS above FROM ${table} ${from}`
}

/** The numbers of a kind are contiguous, so that a word is searched only among the entries of one kind. */
const lastNumberOf = (kind: IndexedKind) => {
  const first = firstEntryNumber(kind)
  return `coalesce((SELECT max(number) FROM search_entry WHERE number BETWEEN ${first} AND ${first + entriesPerKind - 1}), ${first - 1})`
}

const columns = 'id, kind, tenant_id, customer_id, sort_name, own, above'

/** Returns the SQL that rewrites the entries of a kind that meet a condition. */
const rewriteEntries = (kind: IndexedKind, condition: string) => `
  INSERT INTO search_entry (number, ${columns})
  SELECT row_number() OVER () + ${lastNumberOf(kind)}, ${columns} FROM (${entriesOf(kind)} WHERE ${condition}) WHERE true
  ON CONFLICT (id) DO UPDATE SET tenant_id = excluded.tenant_id, customer_id = excluded.customer_id,
    sort_name = excluded.sort_name, own = excluded.own, above = excluded.above;`

/** The entries whose path contains a name, and how to select them; a change of these columns changes the path. */
const dependents: Partial<Record<IndexedKind, { columns: string; selects: Partial<Record<IndexedKind, string>> }>> = {
  group: {
    columns: 'words',
    selects: {
      site: 'site.site_group_id = NEW.id',
      building: 'site.site_group_id = NEW.id',
      space: 'site.site_group_id = NEW.id',
      device: 'site.site_group_id = NEW.id',
    },
  },
  site: {
    columns: 'words, site_group_id',
    selects: { building: 'site.id = NEW.id', space: 'site.id = NEW.id', device: 'site.id = NEW.id' },
  },
  building: { columns: 'words', selects: { space: 'building.id = NEW.id', device: 'building.id = NEW.id' } },
  device: { columns: 'search_text', selects: { point: 'point.device_id = NEW.id' } },
  space: {
    columns: 'words, parent_space_id',
    selects: { space: `space.id IN ${spacesIn('NEW.id')}`, device: `device.space_id IN ${spacesIn('NEW.id')}` },
  },
}

function triggersOf(kind: IndexedKind): string {
  const { table, columns: watched, order = 'sort_name' } = sources[kind]
  const path = dependents[kind]
  const selects = Object.entries(path?.selects ?? {}) as [IndexedKind, string][]
  const isChanged = (path?.columns ?? '').split(', ').map((column) => `OLD.${column} IS NOT NEW.${column}`)
  return `
CREATE TRIGGER IF NOT EXISTS searched_${table}_made AFTER INSERT ON ${table} BEGIN ${rewriteEntries(kind, `${table}.id = NEW.id`)}
END;
CREATE TRIGGER IF NOT EXISTS searched_${table}_changed
AFTER UPDATE OF tenant_id, customer_id, ${order}, ${watched} ON ${table}
BEGIN ${rewriteEntries(kind, `${table}.id = NEW.id`)}
END;
${
  path
    ? `CREATE TRIGGER IF NOT EXISTS searched_${table}_below AFTER UPDATE OF ${path.columns} ON ${table}
WHEN ${isChanged.join(' OR ')}
BEGIN ${selects.map(([child, condition]) => rewriteEntries(child, condition)).join('')}
END;`
    : ''
}
CREATE TRIGGER IF NOT EXISTS searched_${table}_gone AFTER DELETE ON ${table} BEGIN
  DELETE FROM search_entry WHERE id = OLD.id;
END;`
}

/**
 * Equipment in the order of lists, with what a search compares. The other index is made after it: of two that serve
 * equally SQLite takes the later, and that one is narrower.
 */
const equipmentIndexes = `
DROP INDEX IF EXISTS equipment_by_customer_name;
CREATE INDEX IF NOT EXISTS equipment_by_customer_words
  ON equipment (customer_id, sort_name, id, words, space_id, site_id, type);
DROP INDEX IF EXISTS equipment_by_customer_type_name;
CREATE INDEX IF NOT EXISTS equipment_by_type_and_name ON equipment (customer_id, type, sort_name, id);
`

const schema = `
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
CREATE INDEX IF NOT EXISTS search_entry_by_customer ON search_entry (customer_id, kind, sort_name, id, own, above);
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
BEGIN ${rewriteEntries('device', 'device.id = NEW.device_id')}
END;
CREATE TRIGGER IF NOT EXISTS searched_controller_changed AFTER UPDATE OF address ON controller
WHEN OLD.address IS NOT NEW.address
BEGIN ${rewriteEntries('device', 'device.id = NEW.device_id')}
END;
`

const fillSql = (kind: IndexedKind) => `INSERT INTO search_entry (number, ${columns})
  SELECT row_number() OVER (ORDER BY sort_name, id) + ${firstEntryNumber(kind) - 1}, ${columns} FROM (${entriesOf(kind)});`

/** Creates the search index after all tables exist; an older store first gets its words. */
export function prepareSearch(store: Store): void {
  if (!isCurrent(store)) {
    store.transaction(() => {
      for (const { name } of triggers(store)) store.exec(`DROP TRIGGER ${name}`)
      store.exec('DROP TABLE search_index; DROP TABLE search_entry')
      rewriteWords(store)
    })
  }
  const late = (['project', 'point'] as const).filter((kind) => addWordColumns(store, sources[kind].table))
  store.exec(schema + equipmentIndexes)
  const isFilled = store.get('SELECT 1 FROM search_entry LIMIT 1') !== undefined
  store.transaction(() => {
    if (!isFilled) fill(store)
    else for (const kind of late) store.exec(fillSql(kind))
  })
}

/** Whether the triggers of controllers and of points have the current text, as far as the store has them. */
const isCurrent = (store: Store) =>
  (['device', 'point'] as const).every((kind) => {
    const trigger = `SELECT sql FROM sqlite_master WHERE name = 'searched_${sources[kind].table}_made'`
    const { sql } = store.get<{ sql: string }>(trigger) ?? {}
    return !sql || triggersOf(kind).includes(sql.replace('CREATE TRIGGER ', 'CREATE TRIGGER IF NOT EXISTS '))
  })

function fill(store: Store): void {
  for (const kind of kinds) store.exec(fillSql(kind))
  store.exec(`INSERT INTO search_index (search_index) VALUES ('rebuild')`)
}

const triggers = (store: Store) =>
  store.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'searched\\_%' ESCAPE '\\'`,
  )

/** Skips the entries while `work` writes many rows, and builds them all at the end: far cheaper than one by one. */
export function rebuildSearchAfter(store: Store, work: () => void): void {
  const triggersBefore = triggers(store)
  for (const { name } of triggersBefore) store.exec(`DROP TRIGGER ${name}`)
  try {
    work()
    store.transaction(() => fill(store))
  } finally {
    for (const { sql } of triggersBefore) store.exec(sql)
  }
}
