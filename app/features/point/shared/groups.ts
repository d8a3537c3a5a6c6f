/** The groups in which a controller lists a point, as a path. */
import type { PointGroup } from '#contracts/points'

/** Returns the groups by their descriptions or names, the outermost first, joined by ' / '; empty for none. */
export const groupPath = (groups: readonly PointGroup[] | undefined): string =>
  (groups ?? []).map(({ name, description }) => description || name).join(' / ')

/** Returns the path with what the innermost group is, where the controller says so. */
export function groupText(groups: readonly PointGroup[] | undefined): string {
  const subtype = groups?.at(-1)?.subtype
  return groupPath(groups) + (subtype ? ` (${subtype})` : '')
}
