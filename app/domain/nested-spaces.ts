/** The spaces of a building in the order of its tree (spec §3: a space has sub-spaces). */
import type { Space } from '#contracts/site'

export interface NestedSpace<T> {
  space: T
  /** 0 is directly inside the building. */
  depth: number
}

/**
 * Returns a flat list in depth-first order of its tree, siblings in the given order. A space whose parent is not in the
 * list is at the top; a cycle of parents is broken at its first member, so that nothing is lost or shown twice.
 */
export function nestSpaces<T extends Pick<Space, 'id' | 'parentSpaceId'>>(spaces: readonly T[]): NestedSpace<T>[] {
  const ids = new Set(spaces.map((space) => space.id))
  const below = new Map<string | null, T[]>()
  for (const space of spaces) {
    const parent = space.parentSpaceId && ids.has(space.parentSpaceId) ? space.parentSpaceId : null
    const siblings = below.get(parent)
    if (siblings) siblings.push(space)
    else below.set(parent, [space])
  }
  const visited = new Set<string>()
  const rows: NestedSpace<T>[] = []
  const walk = (siblings: readonly T[], depth: number) => {
    for (const space of siblings) {
      if (visited.has(space.id)) continue
      visited.add(space.id)
      rows.push({ space, depth })
      walk(below.get(space.id) ?? [], depth + 1)
    }
  }
  walk(below.get(null) ?? [], 0)
  walk(spaces, 0)
  return rows
}
