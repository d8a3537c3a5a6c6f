/** The place of an alarm in a column: what is nearest to it, without what every row of the list shares. */
import type { Alarm } from '#contracts/alarms'

/**
 * Returns the names of the places down to the alarm, without its site group and without those that the list is limited
 * to.
 */
export function placesBelow({ path = [], location, siteName }: Alarm, within: ReadonlySet<string>): string[] {
  const names = path.filter(({ type }) => type !== 'group' && type !== 'device')
  if (names.length === 0) return (location || siteName || '').split(' / ').filter(Boolean)
  const last = names.findLastIndex(({ id }) => within.has(id))
  return names.slice(last + 1).map(({ name }) => name)
}
