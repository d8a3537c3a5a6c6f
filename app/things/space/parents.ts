/** In which spaces of its building a space can lie. */
import type { Space } from '#contracts/site'
import { nested } from '~/domain/nested-spaces'
import type { Option } from '~/ui/field'

/** As many as a list to choose from holds. */
const mostShown = 300

type Known = Pick<Space, 'id' | 'name' | 'parentSpaceId'>

/**
 * The spaces of a building as they lie in each other, without `self` and what is inside it. The `parent` it has is
 * among them whatever the list says, so that saving never moves a space unasked.
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
