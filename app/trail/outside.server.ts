/**
 * Rows in the trail's table that belong to no chain, because somebody wrote them without the console. A chain has
 * exactly the sequences from 1 to its head; a row with any other sequence, or of no chain, is not a record.
 */
import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { database } from '~/store/store.server'
import type { Tables, TrailTable } from '~/store/tables'
import { fromRow } from './rows.server'

export interface OutsideRow {
  tenantId: string
  sequence: number
  at: string
  /** The content of the row, unverified. */
  claims: { actor: string; mutation: string; subject: string }
  /** Whether it was in the place of a record and was set aside. */
  isSetAside: boolean
}

/** Maximum number of rows per chain. */
const maxShown = 20

/** Returns the rows outside any chain, of one tenant or of all, and those that were set aside. */
export async function outsideRows(tenantId?: string): Promise<OutsideRow[]> {
  const tenants = tenantId === undefined ? await tenantsInTrail() : [tenantId]
  const rows: OutsideRow[] = []
  for (const tenant of tenants) for (const row of await unchainedRows(tenant)) rows.push(toOutsideRow(row, false))
  let aside = database().selectFrom('set_aside').selectAll().orderBy('set_aside_at', 'desc').limit(maxShown)
  if (tenantId !== undefined) aside = aside.where('tenant_id', '=', tenantId)
  for (const { row } of await aside.execute()) rows.push(toOutsideRow(JSON.parse(row) as Selectable<TrailTable>, true))
  return rows
}

async function unchainedRows(tenantId: string): Promise<Selectable<TrailTable>[]> {
  const db = database()
  const head = await db.selectFrom('chain_head').select('sequence').where('tenant_id', '=', tenantId).executeTakeFirst()
  const ofTenant = db.selectFrom('trail').selectAll().where('tenant_id', '=', tenantId)
  const below = await ofTenant.where('sequence', '<', 1).orderBy('sequence').limit(maxShown).execute()
  const above = await ofTenant
    .where('sequence', '>', Math.max(0, Number(head?.sequence ?? 0)))
    .orderBy('sequence')
    .limit(maxShown)
    .execute()
  // Records written between the two queries are excluded.
  return [...below, ...(above.length > 0 ? await stillAbove(tenantId, above) : [])]
}

async function stillAbove(tenantId: string, rows: Selectable<TrailTable>[]): Promise<Selectable<TrailTable>[]> {
  const head = await database()
    .selectFrom('chain_head')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return rows.filter(({ sequence }) => Number(sequence) > Number(head?.sequence ?? 0))
}

/** Returns every tenant with a row in the trail; a skip scan of the index. */
async function tenantsInTrail(): Promise<string[]> {
  const { rows } = await sql<{ tenant_id: string | null }>`
    with recursive tenant(tenant_id) as (
      select min(tenant_id) from trail
      union all
      select (select min(t.tenant_id) from trail t where t.tenant_id > tenant.tenant_id)
      from tenant where tenant.tenant_id is not null
    )
    select tenant_id from tenant where tenant_id is not null
  `.execute(database())
  return rows.flatMap(({ tenant_id }) => tenant_id ?? [])
}

function toOutsideRow(row: Selectable<TrailTable>, isSetAside: boolean): OutsideRow {
  const { tenantId, sequence, at, actor, mutation, subject } = fromRow(row)
  return { tenantId, sequence, at, claims: { actor: actor.name, mutation, subject: subject.name }, isSetAside }
}

/**
 * Frees the sequences from `first` to `last` of a chain whose head the caller has locked. Rows in their place were not
 * written by the console; they are moved to `set_aside` unchanged.
 */
export async function setAside(
  trx: Transaction<Tables>,
  { tenantId, first, last }: { tenantId: string; first: number; last: number },
): Promise<void> {
  const conflicting = await trx
    .selectFrom('trail')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>=', first)
    .where('sequence', '<=', last)
    .execute()
  for (const row of conflicting) {
    const { sequence } = row
    const set_aside_at = Date.now()
    await trx
      .insertInto('set_aside')
      .values({ id: randomUUID(), tenant_id: tenantId, sequence, row: JSON.stringify(row), set_aside_at })
      .execute()
    await trx.deleteFrom('trail').where('tenant_id', '=', tenantId).where('sequence', '=', sequence).execute()
  }
}
