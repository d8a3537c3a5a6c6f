/** How much was changed at a place since a moment: by whom, what, and how much of it failed. Bounded, whatever the trail holds. */
import { readingDatabase } from '~/store/store.server'
import { identityOf } from './actor.server'
import { headOf } from './find-entries.server'
import { matching, type TrailFilter } from './matching.server'
import type { Actor } from './record'

type Wanted = Pick<TrailFilter, 'tenantId' | 'under' | 'visibleTo'> & { from: string }

/** What one person did, as often as the trail lists it. */
export interface Doer {
  /** As the filter of the trail takes it. */
  actor: string
  name: string
  changes: number
  failed: number
  /** When the last of it was asked for. */
  last: string
}

export interface Tally {
  /** Who did most comes first. */
  doers: Doer[]
  /** How many changes of each name. */
  mutations: Record<string, number>
  /** Older records of that time were not looked at. */
  isCut: boolean
}

/** Records looked through. */
const mostRecords = 20_000

/** Changes count as the trail lists them: what was done together is one. */
export async function tallyOf(wanted: Wanted): Promise<Tally> {
  const { tenantId, from } = wanted
  const db = await readingDatabase()
  const head = await headOf(db, tenantId)
  const above = Math.max(0, head - mostRecords)
  const stretch = { above, upTo: head, head }
  const among = matching(db, wanted, stretch)
  const [counted, failed, below] = await Promise.all([
    among
      .select(['t.identity', 't.actor_id', 't.mutation'])
      .select((eb) => [
        eb.fn.count('t.change_id').distinct().as('changes'),
        eb.fn.max('t.sequence').as('newest'),
        eb.fn.max('t.at').as('last'),
      ])
      .groupBy(['t.identity', 't.actor_id', 't.mutation'])
      .execute(),
    matching(db, { ...wanted, outcome: 'failed' }, stretch)
      .select(['t.identity', 't.actor_id', 't.mutation'])
      .select((eb) => eb.fn.count('t.change_id').distinct().as('changes'))
      .groupBy(['t.identity', 't.actor_id', 't.mutation'])
      .execute(),
    db
      .selectFrom('trail')
      .select('at')
      .where('tenant_id', '=', tenantId)
      .where('sequence', '=', above)
      .executeTakeFirst(),
  ])
  const keyOf = ({ identity, actor_id }: { identity: string | null; actor_id: string }) => identity ?? actor_id
  const newest = counted.map((one) => Number(one.newest))
  const names = newest.length
    ? await db
        .selectFrom('trail')
        .select(['sequence', 'actor'])
        .where('tenant_id', '=', tenantId)
        .where('sequence', 'in', newest)
        .execute()
    : []
  const actors = new Map(names.map(({ sequence, actor }) => [Number(sequence), JSON.parse(actor) as Actor]))
  const doers = new Map<string, Doer>()
  const mutations: Record<string, number> = {}
  for (const one of counted) {
    const actor = actors.get(Number(one.newest))
    const known = doers.get(keyOf(one))
    const changes = Number(one.changes)
    mutations[one.mutation] = (mutations[one.mutation] ?? 0) + changes
    doers.set(keyOf(one), {
      actor: (actor && identityOf(actor)) ?? one.actor_id,
      name: known && known.last > one.last ? known.name : (actor?.name ?? one.actor_id),
      changes: (known?.changes ?? 0) + changes,
      failed: known?.failed ?? 0,
      last: known && known.last > one.last ? known.last : one.last,
    })
  }
  for (const one of failed) {
    const doer = doers.get(keyOf(one))
    if (doer) doer.failed += Number(one.changes)
  }
  return {
    doers: [...doers.values()].sort((a, b) => b.changes - a.changes || a.name.localeCompare(b.name, 'en')),
    mutations,
    isCut: below !== undefined && below.at >= from,
  }
}
