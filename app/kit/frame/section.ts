/** The section of a page: the entry of the menu it belongs to. */
import type { useMatches } from '@remix-run/react'
import type { PageHandle } from '~/ui/handle'
import type { MenuEntry } from './menu'

/** Returns the current entry of the menu: the pages of one thing belong to its section, whichever tab is open. */
export function sectionOf(matches: ReturnType<typeof useMatches>): string | undefined {
  const { deviceId, equipmentId, groupId } = matches.at(-1)?.params ?? {}
  if (deviceId) return 'devices'
  if (equipmentId) return 'allEquipment'
  if (groupId) return 'sites'
  return matches
    .map(({ handle, data }) => {
      const menu = (handle as PageHandle | undefined)?.menu
      if (typeof menu !== 'function') return menu
      return data ? menu(data as never) : undefined
    })
    .findLast(Boolean)
}

/**
 * Returns the entry nearest to a page that does not exist: that of its section, otherwise the one whose address begins
 * the address of the page.
 */
export function nearestEntry(
  menu: readonly MenuEntry[],
  { section, pathname }: { section: string | undefined; pathname: string },
): MenuEntry | undefined {
  const above = menu.filter(({ href }) => pathname.startsWith(`${href}/`))
  return menu.find(({ name }) => name === section) ?? above.sort((one, other) => other.href.length - one.href.length)[0]
}
