/** A plan in short: the rows to which the same happens stand together, what is different from the rest first. */
import type { PlanField, PlanRow, PlanView } from './plan'

export interface GroupField extends PlanField {
  /** How many different values there are now; `from` is the one, where it is one. */
  variety: number
}

export interface PlanGroup extends Pick<PlanRow, 'effect' | 'because' | 'timing'> {
  key: string
  /** The world moved since its rows were seen. */
  hasMoved: boolean
  fields: GroupField[]
  rows: PlanRow[]
  /** How many things: one may have several rows. */
  count: number
}

/** Rows that end alike are one group, from whatever each of them begins. */
export function groupsOf({ rows, moved }: Pick<PlanView, 'rows' | 'moved'>): PlanGroup[] {
  const isMoved = new Set(moved)
  const groups = new Map<string, PlanRow[]>()
  for (const row of rows) {
    const { effect, because, timing, fields } = row
    const ends = fields.map(({ name, to }) => [name, to])
    const key = JSON.stringify([isMoved.has(row.subject.id), effect, timing ?? null, because ?? null, ends])
    const alike = groups.get(key)
    if (alike) alike.push(row)
    else groups.set(key, [row])
  }
  return [...groups].map(([key, alike]) => groupOf(key, alike, isMoved)).sort(exceptionsFirst)
}

function groupOf(key: string, rows: PlanRow[], moved: ReadonlySet<string>): PlanGroup {
  const [{ effect, because, timing, subject }] = rows as [PlanRow]
  return {
    key,
    effect,
    because,
    timing,
    hasMoved: moved.has(subject.id),
    fields: sharedFields(rows),
    rows,
    count: idsOf(rows).size,
  }
}

/** The fields of rows that end alike, in the same order: with the value each had, where it was the same. */
export function sharedFields(rows: readonly { fields: readonly PlanField[] }[]): GroupField[] {
  const [{ fields } = { fields: [] }] = rows
  return fields.map((field, at) => {
    const variety = new Set(rows.map((row) => row.fields[at]?.from)).size
    return { ...field, from: variety === 1 ? field.from : null, variety }
  })
}

/** What moved, what waits or is left out, then what changes, and last what stays; the most common first in each. */
function exceptionsFirst(one: PlanGroup, other: PlanGroup): number {
  const rank = ({ hasMoved, effect, timing }: PlanGroup) => {
    if (hasMoved) return 0
    if (effect === 'skip' || timing === 'waits') return 1
    return effect === 'change' ? 2 : 3
  }
  return rank(one) - rank(other) || other.count - one.count
}

export const idsOf = (rows: readonly Pick<PlanRow, 'subject'>[]) => new Set(rows.map(({ subject }) => subject.id))

/** How many things change at once, wait, are left out, and stay; each counts once, by the first that is true of it. */
export function countsOf(rows: readonly PlanRow[]) {
  const left = idsOf(rows)
  const take = (is: (row: PlanRow) => boolean) => {
    const ids = idsOf(rows.filter((row) => left.has(row.subject.id) && is(row)))
    for (const id of ids) left.delete(id)
    return ids.size
  }
  const waits = take(({ timing }) => timing === 'waits' || timing === 'held')
  const change = take(({ effect }) => effect === 'change')
  const skip = take(({ effect }) => effect === 'skip')
  return { change, waits, skip, same: left.size }
}

/** The deepest place in which all things stand; null where there is none. */
export function placeOf(rows: readonly Pick<PlanRow, 'subject'>[]): string | null {
  const paths = rows.map(({ subject }) => subject.path ?? [])
  const [first = []] = paths
  const end = first.findIndex((node, at) => paths.some((path) => path[at]?.id !== node.id))
  return first.at(end === -1 ? first.length - 1 : end - 1)?.name ?? null
}

/** The names of the sites in which things stand, each once. */
export function sitesOf(rows: readonly Pick<PlanRow, 'subject'>[]): string[] {
  const sites = new Map<string, string>()
  for (const { subject } of rows)
    for (const node of subject.path ?? []) if (node.type === 'site') sites.set(node.id, node.name)
  return [...sites.values()].sort((one, other) => one.localeCompare(other, 'en'))
}
