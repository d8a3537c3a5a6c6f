/** Options for the parent of a space. */
import type { Space } from '#contracts/site'
import { nested } from '~/domain/nested-spaces'
import type { Option } from '~/ui/field'

/** Maximum number of options. */
const mostShown = 300

type Known = Pick<Space, 'id' | 'name' | 'parentSpaceId'>

/**
 * Returns the spaces of a building, indented by depth, without `self` and its descendants. The current `parent` is
 * always included, so that saving never moves a space by accident.
 */
export function parentOptions(
  spaces: readonly Known[],
  { self, parent }: { self?: string; parent?: { id: string; name: string } | undefined },
): Option[] {
  const inside = new Set(self ? [self] : [])
  const rows = nested(spaces).filter(({ space }) => {
    if (space.parentSpaceId && inside.has(space.parentSpaceId)) inside.add(space.id)
    return !inside.has(space.id)
  })
  const options = rows
    .slice(0, mostShown)
    .map(({ space, depth }) => ({ value: space.id, label: `${'\u2003'.repeat(depth)}${space.name}` }))
  const isListed = !parent || options.some(({ value }) => value === parent.id)
  return isListed ? options : [...options, { value: parent.id, label: parent.name }]
}
