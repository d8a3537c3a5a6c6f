/** Options for the parent of a space. */
import type { Space } from '#contracts/site'
import { nestSpaces } from '~/domain/nested-spaces'
import type { Option } from '~/ui/field'

/** Maximum number of options. */
const maxOptions = 300

type SpaceInTree = Pick<Space, 'id' | 'name' | 'parentSpaceId'>

/**
 * Returns the spaces of a building, indented by depth, without `self` and its descendants. The current `parent` is
 * always included, so that saving never moves a space by accident.
 */
export function parentOptions(
  spaces: readonly SpaceInTree[],
  { self, parent }: { self?: string; parent?: { id: string; name: string } | undefined },
): Option[] {
  const excluded = new Set(self ? [self] : [])
  const rows = nestSpaces(spaces).filter(({ space }) => {
    if (space.parentSpaceId && excluded.has(space.parentSpaceId)) excluded.add(space.id)
    return !excluded.has(space.id)
  })
  const options = rows
    .slice(0, maxOptions)
    .map(({ space, depth }) => ({ value: space.id, label: `${'\u2003'.repeat(depth)}${space.name}` }))
  const isListed = !parent || options.some(({ value }) => value === parent.id)
  return isListed ? options : [...options, { value: parent.id, label: parent.name }]
}
