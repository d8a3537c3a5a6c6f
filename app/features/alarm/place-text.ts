/** The place of an alarm in a column: what is nearest to it, without what every row of the list shares. */
import type { Alarm } from '#contracts/alarms'

/** The maximum number of characters of a shortened place. */
const maxCharacters = 16

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

/** Returns the last places that fit, at least one, with `… / ` where others were left out. */
export function shortPlace(places: readonly string[]): string {
  let from = Math.max(0, places.length - 1)
  const lengthFrom = (start: number) => places.slice(start).join(' / ').length
  while (from > 0 && lengthFrom(from - 1) <= maxCharacters) from -= 1
  return [...(from > 0 ? ['…'] : []), ...places.slice(from)].join(' / ')
}
