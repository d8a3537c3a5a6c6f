/** The views of a thing as tabs in its head. */
import { href, type Place } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import type { Tab } from '~/ui/page'
import { pageAt, type Viewer, type ViewLevel, type ViewName, views, viewsAt } from '~/views'

export interface ViewLink {
  name: ViewName
  href: string
}

/** Returns the views the reader may see of the thing in an address. */
export function viewLinks(level: ViewLevel, onlooker: Viewer, at: Place): ViewLink[] {
  return viewsAt(level, onlooker).flatMap((name) => {
    const page = pageAt(name, level)
    return page && tabOf(name, level) === name ? [{ name, href: href(page, at) }] : []
  })
}

/** Returns the tabs. The current tab is the view itself, or the view it belongs to. */
export function viewTabs(t: Translate, links: readonly ViewLink[], current: string): Tab[] {
  const activeTab = links.some(({ name }) => name === current) ? current : views[current as ViewName]?.within
  return links.map(({ name, href }) => ({ label: t(`main:view.${name}`), href, isCurrent: name === activeTab }))
}

function tabOf(name: ViewName, level: ViewLevel): ViewName {
  const within = views[name].within as ViewName | undefined
  return within && pageAt(within, level) ? within : name
}
