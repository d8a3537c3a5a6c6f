/**
 * Turns for removing expired roles in a tenant, so that one of several processes does it, once; each has a number and
 * the result of the last one. A turn of a dead process passes to another.
 */
import { type Kysely, sql } from 'kysely'
import { storeNow } from '~/store/clock.server'
import { database } from '~/store/store.server'
import type { RunOutTurnTable, Tables } from '~/store/tables'
import { processId } from '~/trail/trail.server'
import type { FailureReason } from '../shared/removal-attempt.server'

/** A process that has not renewed its lease for this long, ms, is dead, and its changes are closed. */
const graceMs = 60_000
/** Time between two turns at a tenant, ms; doubled per failure up to the maximum. */
const restMs = 60_000
const maxRestMs = 60 * 60_000
/** Tenants per round. */
const maxTenantsPerRound = 100

export interface Turn {
  tenantId: string
  number: number
  /** The console's own changes with unknown outcomes. */
  unsettled: string[]
}

/** The result of a turn. `waiting`: nothing can be removed by the console; `again`: retried soon. */
export type TurnResult =
  | { state: 'done' | 'waiting' | 'again'; changeId?: string | undefined; unsettled?: readonly string[] }
  | { state: 'failed'; because: FailureReason; changeId?: string | undefined; unsettled?: readonly string[] }

/** A tenant that is due, with the number of its last turn. */
export type Due = Pick<Turn, 'tenantId' | 'number'>

/**
 * Returns the tenants with expired roles, or with unknown outcomes of an earlier turn. Roles that could not be
 * removed are retried after an interval; those expired since then, at once.
 */
export async function dueTenants(): Promise<Due[]> {
  const db = database()
  const now = Date.now()
  const expired = await db
    .selectFrom('role_end as e')
    .leftJoin('run_out_turn as r', 'r.tenant_id', 'e.tenant_id')
    .select(['e.tenant_id', 'r.number'])
    .distinct()
    .where('e.ends_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('r.next_at', 'is', null),
        eb('r.next_at', '<=', now),
        eb.and([eb('r.failures', '=', 0), eb('e.ends_at', '>', eb.ref('r.tried_at'))]),
      ]),
    )
    .limit(maxTenantsPerRound)
    .execute()
  const open = await db
    .selectFrom('run_out_turn as r')
    .select(['r.tenant_id', 'r.number'])
    .where('r.next_at', '<=', now)
    .where((eb) => eb.or([eb('r.owner', 'is not', null), eb('r.unsettled', '!=', '[]')]))
    .limit(maxTenantsPerRound)
    .execute()
  const due = new Map([...expired, ...open].map((row) => [row.tenant_id, Number(row.number ?? 0)]))
  return [...due].map(([tenantId, number]) => ({ tenantId, number }))
}

/** Claims the turn at a tenant; null where another process has it, or had it meanwhile. */
export async function claimTurn({ tenantId, number }: Due): Promise<Turn | null> {
  const db = database()
  const fresh = { number: 0, owner: null, next_at: 0, tried_at: 0, failures: 0, because: null, change_id: null }
  await db
    .insertInto('run_out_turn')
    .values({ tenant_id: tenantId, ...fresh, unsettled: '[]' })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('run_out_turn')
    .set({ owner: processId, number: number + 1, tried_at: Date.now() })
    .where('tenant_id', '=', tenantId)
    .where('number', '=', number)
    // A turn of this process is one that it could not release.
    .where((eb) =>
      eb.or([eb('owner', 'is', null), eb('owner', '=', processId), eb('owner', 'not in', liveProcesses(db))]),
    )
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) return null
  const row = await turnOf(tenantId)
  return { tenantId, number: number + 1, unsettled: JSON.parse(row?.unsettled ?? '[]') as string[] }
}

/** Selects the live processes, by the database's clock. */
function liveProcesses(db: Kysely<Tables>) {
  return db
    .selectFrom('process_lease')
    .select('process_lease.owner')
    .where('until', '>=', sql<number>`${storeNow(db)} - ${sql.lit(graceMs)}`)
}

/** Releases the turn and returns the time of the next one (epoch ms): soon, or later with each failure. */
export async function endTurn({ tenantId, number, unsettled }: Turn, result: TurnResult): Promise<number> {
  const failures = result.state === 'failed' ? Number((await turnOf(tenantId))?.failures ?? 0) + 1 : 0
  const waitMs =
    failures > 0 ? Math.min(restMs * 2 ** (failures - 1), maxRestMs) : result.state === 'waiting' ? maxRestMs : restMs
  const next = Date.now() + waitMs
  await database()
    .updateTable('run_out_turn')
    .set({
      owner: null,
      next_at: next,
      failures,
      because: result.state === 'failed' ? result.because : null,
      unsettled: JSON.stringify(result.unsettled ?? unsettled),
      ...(result.changeId && { change_id: result.changeId }),
    })
    .where('tenant_id', '=', tenantId)
    .where('owner', '=', processId)
    .where('number', '=', number)
    .execute()
  return next
}

function turnOf(tenantId: string): Promise<RunOutTurnTable | undefined> {
  return database().selectFrom('run_out_turn').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()
}
