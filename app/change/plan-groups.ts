/** Summarizes a plan: rows with the same effect form a group, exceptions first. */
import type { PlanField, PlanRow, PlanView } from './plan'

export interface GroupField extends PlanField {
  /** Number of different current values; `from` is the value where it is 1. */
  distinctCount: number
}

export interface PlanGroup extends Pick<PlanRow, 'effect' | 'because' | 'timing'> {
  key: string
  /** The rows changed since the plan was shown. */
  hasMoved: boolean
  fields: GroupField[]
  rows: PlanRow[]
  /** Number of things: one may have several rows. */
  count: number
}

/** Groups rows with the same result, whatever their current values. */
export function planGroupsOf({ rows, moved }: Pick<PlanView, 'rows' | 'moved'>): PlanGroup[] {
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
    count: subjectIdsOf(rows).size,
  }
}

/** Returns the fields of rows with the same result, in order, with the current value where all share it. */
export function sharedFields(rows: readonly { fields: readonly PlanField[] }[]): GroupField[] {
  const [{ fields } = { fields: [] }] = rows
  return fields.map((field, at) => {
    const distinctCount = new Set(rows.map((row) => row.fields[at]?.from)).size
    return { ...field, from: distinctCount === 1 ? field.from : null, distinctCount }
  })
}

/**
 * Sorts moved rows first, then waiting or skipped ones, then changes, then unchanged ones; the largest group first in
 * each.
 */
function exceptionsFirst(one: PlanGroup, other: PlanGroup): number {
  const rank = ({ hasMoved, effect, timing }: PlanGroup) => {
    if (hasMoved) return 0
    if (effect === 'skip' || timing === 'waits') return 1
    return effect === 'change' ? 2 : 3
  }
  return rank(one) - rank(other) || other.count - one.count
}

export const subjectIdsOf = (rows: readonly Pick<PlanRow, 'subject'>[]) =>
  new Set(rows.map(({ subject }) => subject.id))

/** Counts things that change now, wait, are skipped and stay the same; each once, by the first that applies. */
export function planCountsOf(rows: readonly PlanRow[]) {
  const remaining = subjectIdsOf(rows)
  const countOnce = (is: (row: PlanRow) => boolean) => {
    const ids = subjectIdsOf(rows.filter((row) => remaining.has(row.subject.id) && is(row)))
    for (const id of ids) remaining.delete(id)
    return ids.size
  }
  const waits = countOnce(({ timing }) => timing === 'waits' || timing === 'held')
  const change = countOnce(({ effect }) => effect === 'change')
  const skip = countOnce(({ effect }) => effect === 'skip')
  return { change, waits, skip, same: remaining.size }
}

/** Returns the name of the deepest place that contains all things; null without one. */
export function commonPlaceOf(rows: readonly Pick<PlanRow, 'subject'>[]): string | null {
  const paths = rows.map(({ subject }) => subject.path ?? [])
  const [first = []] = paths
  const end = first.findIndex((node, at) => paths.some((path) => path[at]?.id !== node.id))
  return first.at(end === -1 ? first.length - 1 : end - 1)?.name ?? null
}

/** Returns the names of the sites of the things, each once. */
export function siteNamesOf(rows: readonly Pick<PlanRow, 'subject'>[]): string[] {
  const sites = new Map<string, string>()
  for (const { subject } of rows)
    for (const node of subject.path ?? []) if (node.type === 'site') sites.set(node.id, node.name)
  return [...sites.values()].sort((one, other) => one.localeCompare(other, 'en'))
}
