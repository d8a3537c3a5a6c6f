/** Where the simulated controllers of a store report to. */
import type { World } from '../../kit/world'
import type { LinkEvents } from '../../link/port'

const events = new WeakMap<World, LinkEvents>()

/** Lets the controllers report, from the start of their link on. */
export const setReports = (world: World, own: LinkEvents): void => void events.set(world, own)

/** Returns where the controllers report to. Throws before the start of their link. */
export function reportsOf(world: World): LinkEvents {
  const own = events.get(world)
  if (!own) throw new Error('The link of simulated controllers has not been started')
  return own
}
