/**
 * Whose turn it is to take away what has run out in a tenant, so that of several processes one does it, once; what it is
 * known by, and how the last one ended. Whoever dies over a turn leaves it to another.
 */
import { type Kysely, sql } from 'kysely'
import { storeNow } from '~/store/clock.server'
import { database } from '~/store/store.server'
import type { RunOutTurnTable, Tables } from '~/store/tables'
import type { Why } from '~/things/user/own-turn.server'
import { processId } from '~/trail/trail.server'

/** A process that gave no sign for so long is dead, ms: then its changes are closed, too. */
const grace = 60_000
/** Between two turns at the same tenant, ms. */
const rest = 60_000
const longestRest = 60 * 60_000
/** As many tenants as one round looks at. */
const mostAtOnce = 100

export interface Turn {
  tenantId: string
  number: number
  /** Changes of this console itself of which something is not known. */
  unsettled: string[]
}

/** How a turn ended. `waiting`: nothing there is the console's to take away; `again`: it goes on soon. */
export type TurnEnded =
  | { state: 'done' | 'waiting' | 'again'; changeId?: string | undefined; unsettled?: readonly string[] }
  | { state: 'failed'; because: Why; changeId?: string | undefined; unsettled?: readonly string[] }

/** A tenant in which there is something to do, and its last turn. */
export type Due = Pick<Turn, 'tenantId' | 'number'>

/**
 * The tenants in which something has run out, or something of an earlier turn is open. What could not be taken away is
 * looked at again after a while; what has run out since then, at once.
 */
export async function tenantsDue(): Promise<Due[]> {
  const db = database()
  const now = Date.now()
  const passed = await db
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
    .limit(mostAtOnce)
    .execute()
  const open = await db
    .selectFrom('run_out_turn as r')
    .select(['r.tenant_id', 'r.number'])
    .where('r.next_at', '<=', now)
    .where((eb) => eb.or([eb('r.owner', 'is not', null), eb('r.unsettled', '!=', '[]')]))
    .limit(mostAtOnce)
    .execute()
  const due = new Map([...passed, ...open].map((row) => [row.tenant_id, Number(row.number ?? 0)]))
  return [...due].map(([tenantId, number]) => ({ tenantId, number }))
}

/** Takes the turn at a tenant; null where it is another's, or was another's meanwhile. */
export async function takeTurn({ tenantId, number }: Due): Promise<Turn | null> {
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
    // A turn of this very process is one that it could not give back.
    .where((eb) => eb.or([eb('owner', 'is', null), eb('owner', '=', processId), eb('owner', 'not in', alive(db))]))
    .executeTakeFirst()
  if (Number(numUpdatedRows) === 0) return null
  const row = await turnOf(tenantId)
  return { tenantId, number: number + 1, unsettled: JSON.parse(row?.unsettled ?? '[]') as string[] }
}

/** The processes that live, by the database's clock. */
function alive(db: Kysely<Tables>) {
  return db
    .selectFrom('process_lease')
    .select('process_lease.owner')
    .where('until', '>=', sql<number>`${storeNow(db)} - ${sql.lit(grace)}`)
}

/** Gives the turn back, with when the next one is: soon, or the later the oftener it failed. */
export async function endTurn({ tenantId, number, unsettled }: Turn, ended: TurnEnded): Promise<number> {
  const failures = ended.state === 'failed' ? Number((await turnOf(tenantId))?.failures ?? 0) + 1 : 0
  const wait =
    failures > 0 ? Math.min(rest * 2 ** (failures - 1), longestRest) : ended.state === 'waiting' ? longestRest : rest
  const next = Date.now() + wait
  await database()
    .updateTable('run_out_turn')
    .set({
      owner: null,
      next_at: next,
      failures,
      because: ended.state === 'failed' ? ended.because : null,
      unsettled: JSON.stringify(ended.unsettled ?? unsettled),
      ...(ended.changeId && { change_id: ended.changeId }),
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
