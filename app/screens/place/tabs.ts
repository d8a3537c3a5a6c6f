/** The views of one thing, as tabs in its head. */
import { href, type Place } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import type { Tab } from '~/ui/page'
import { type Level, type Onlooker, pageAt, type ViewName, viewsAt } from '~/views'

export interface ViewLink {
  name: ViewName
  href: string
}

/** Where the views are that somebody is shown of the thing of an address. */
export function viewLinks(level: Level, onlooker: Onlooker, at: Place): ViewLink[] {
  return viewsAt(level, onlooker).flatMap((name) => {
    const page = pageAt(name, level)
    return page ? [{ name, href: href(page, at) }] : []
  })
}

export function viewTabs(t: Translate, links: readonly ViewLink[], current: string): Tab[] {
  return links.map(({ name, href }) => ({ label: t(`main:view.${name}`), href, isCurrent: name === current }))
}
