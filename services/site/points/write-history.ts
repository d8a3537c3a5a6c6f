/** The write history of points: who wrote or released, when, at which level, the values before and after, and why. */
import type { ControllerAnswer, Value, WriteOfPoint } from '../../contracts/points'
import type { site } from '../../contracts/site'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { keysetPage } from '../../kit/keyset'
import { scopeOfPoint } from '../../kit/scope'
import type { Store } from '../../kit/store'

export const writeHistorySchema = `
CREATE TABLE IF NOT EXISTS point_write (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  level INTEGER NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('write', 'release', 'expiry')),
  -- what the level held before and after, as JSON; null for nothing
  old_value TEXT,
  new_value TEXT,
  expires_at INTEGER,
  by_id TEXT,
  by_name TEXT,
  reason TEXT,
  -- what the controller answered, with the priority array before and after, as JSON; null where it was not part of it
  controller TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS point_write_by_point ON point_write (point_id, at, id);
`

/** Adds the column of answers to a store that was created without it. */
export function addControllerColumn(store: Store): void {
  const exists = store.get(`SELECT 1 FROM pragma_table_info('point_write') WHERE name = 'controller'`)
  if (!exists) store.exec('ALTER TABLE point_write ADD COLUMN controller TEXT')
}

interface Row {
  id: number
  at: number
  level: number
  action: WriteOfPoint['action']
  old_value: string | null
  new_value: string | null
  expires_at: number | null
  by_id: string | null
  by_name: string | null
  reason: string | null
  controller: string | null
}

/** One entry; values as JSON, as in the priority array. */
export interface WriteEntry {
  pointId: string
  level: number
  action: WriteOfPoint['action']
  /** Milliseconds since 1970. */
  at: number
  old?: string | null
  value?: string | null
  expiresAt?: number | null
  by?: { id: string | null; name: string } | null
  reason?: string | null | undefined
  controller?: ControllerAnswer | null
}

/** Records a change of a level of a point; must run in the transaction of its effect. */
export function recordPointWrite(store: Store, { pointId, level, action, at, ...entry }: WriteEntry): void {
  store.run(
    `INSERT INTO point_write (point_id, tenant_id, customer_id, at, level, action, old_value, new_value, expires_at,
       by_id, by_name, reason, controller)
     SELECT id, tenant_id, customer_id, ?,?,?,?,?,?,?,?,?,? FROM point WHERE id = ?`,
    at,
    level,
    action,
    entry.old ?? null,
    entry.value ?? null,
    entry.expiresAt ?? null,
    entry.by?.id ?? null,
    entry.by?.name ?? null,
    entry.reason || null,
    entry.controller ? JSON.stringify(entry.controller) : null,
    pointId,
  )
}

export const listPointWrites: Handlers<typeof site>['listPointWrites'] = ({ params, query, world, require }) => {
  require(scopeOfPoint(world.store, params.id))
  const { rows, next, counts } = keysetPage<Row>(world.store, {
    from: 'point_write',
    columns: '*',
    where: 'point_id = ?',
    parameters: [params.id],
    orderBy: 'at',
    idColumn: 'id',
    descending: true,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  return { data: rows.map(toWrite), ...counts, continuationToken: next }
}

const toWrite = (row: Row): WriteOfPoint => ({
  at: timestamp(row.at),
  level: row.level,
  action: row.action,
  by: row.by_name === null ? null : { id: row.by_id, fullName: row.by_name },
  old: valueIn(row.old_value),
  new: valueIn(row.new_value),
  expiresAt: row.expires_at === null ? null : timestamp(row.expires_at),
  reason: row.reason,
  ...(row.controller !== null && { controller: JSON.parse(row.controller) as ControllerAnswer }),
})

const valueIn = (json: string | null) => (json === null ? null : (JSON.parse(json) as Value))
