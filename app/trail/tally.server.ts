/**
 * Counts the changes at a place since a time: by person, by kind, and how many failed. The number of records read is
 * limited.
 */
import { searchDatabase } from '~/store/store.server'
import { identityOf } from './actor.server'
import { headOf } from './find-entries.server'
import { matching, type TrailFilter } from './matching.server'
import type { Actor } from './record'

type TallyFilter = Pick<TrailFilter, 'tenantId' | 'under' | 'visibleTo'> & { from: string }

/** The changes of one person, counted as the trail lists them. */
export interface PersonTally {
  /** Value for the actor filter of the trail. */
  actor: string
  name: string
  changes: number
  failed: number
  /** When their last change was requested. */
  last: string
}

export interface Tally {
  /** Sorted by the number of changes, highest first. */
  people: PersonTally[]
  /** Number of changes by name. */
  mutations: Record<string, number>
  /** Older records since that time were not counted. */
  isCut: boolean
}

/** Maximum number of records to read. */
const maxRecords = 20_000

/** Returns the tally; changes count as the trail lists them, one per change id and name. */
export async function tallyOf(filter: TallyFilter): Promise<Tally> {
  const { tenantId, from } = filter
  const db = await searchDatabase()
  const head = await headOf(db, tenantId)
  const above = Math.max(0, head - maxRecords)
  const range = { above, upTo: head, head }
  const among = matching(db, filter, range)
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
    matching(db, { ...filter, outcome: 'failed' }, range)
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
  const people = new Map<string, PersonTally>()
  const mutations: Record<string, number> = {}
  for (const one of counted) {
    const actor = actors.get(Number(one.newest))
    const previous = people.get(keyOf(one))
    const changes = Number(one.changes)
    mutations[one.mutation] = (mutations[one.mutation] ?? 0) + changes
    people.set(keyOf(one), {
      actor: (actor && identityOf(actor)) ?? one.actor_id,
      name: previous && previous.last > one.last ? previous.name : (actor?.name ?? one.actor_id),
      changes: (previous?.changes ?? 0) + changes,
      failed: previous?.failed ?? 0,
      last: previous && previous.last > one.last ? previous.last : one.last,
    })
  }
  for (const one of failed) {
    const person = people.get(keyOf(one))
    if (person) person.failed += Number(one.changes)
  }
  return {
    people: [...people.values()].sort((a, b) => b.changes - a.changes || a.name.localeCompare(b.name, 'en')),
    mutations,
    isCut: below !== undefined && below.at >= from,
  }
}
