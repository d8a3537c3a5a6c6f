/** The points of a customer whose trends a person drew last: an own setting, like those of lists. */

import { z } from 'zod'
import { personKey } from '~/change/drafts.server'
import type { Session } from '~/session/session.server'
import { bestEffortWrite } from '~/store/best-effort-write.server'
import { database } from '~/store/store.server'

export interface RecentPoint {
  id: string
  name: string
}

type Person = Session['person']

const maxRecent = 12
const Stored = z.array(z.object({ id: z.string().max(200), name: z.string().max(300) })).max(maxRecent)

/** Returns the points, latest first; none if they cannot be read. */
export async function recentPoints(person: Person, list: string): Promise<RecentPoint[]> {
  const row = await database()
    .selectFrom('list_look')
    .select('look')
    .where('person', '=', personKey(person))
    .where('list', '=', list)
    .executeTakeFirst()
    .catch(() => undefined)
  return parseStored(row?.look)
}

/** Remembers points that were drawn, those before behind them. */
export async function rememberPoints(
  person: Person,
  { list, drawn, before }: { list: string; drawn: readonly RecentPoint[]; before: readonly RecentPoint[] },
): Promise<void> {
  const ids = new Set(drawn.map(({ id }) => id))
  const known = new Set(before.map(({ id }) => id))
  // The order within what is drawn does not matter: a page that is read again writes nothing.
  if (drawn.every(({ id }) => known.has(id)) && before.slice(0, drawn.length).every(({ id }) => ids.has(id))) return
  const points = [...drawn, ...before.filter(({ id }) => !ids.has(id))].slice(0, maxRecent)
  const stored = {
    look: JSON.stringify(points.map(({ id, name }) => ({ id, name: name.slice(0, 300) }))),
    changed_at: Date.now(),
  }
  await bestEffortWrite(`recent-points ${personKey(person)}`, () =>
    database()
      .insertInto('list_look')
      .values({ person: personKey(person), list, ...stored })
      .onConflict((conflict) => conflict.columns(['person', 'list']).doUpdateSet(stored))
      .execute(),
  )
}

function parseStored(look: string | undefined): RecentPoint[] {
  try {
    return Stored.safeParse(JSON.parse(look ?? '[]')).data ?? []
  } catch {
    return []
  }
}
