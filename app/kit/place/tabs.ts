/** The views of a thing as tabs in its head, in one order for every kind of thing. */
import { href, type Place } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import type { Tab, TabMenu } from '~/ui/tabs'
import { pageAt, type Viewer, type ViewLevel, type ViewName, views, viewsAt } from '~/views'

export interface ViewLink {
  name: ViewName
  href: string
}

/** The order of the tabs. Views that are seldom needed share a menu; one alone is a tab. */
const tabOrder: readonly (ViewName | { menu: 'configuration' | 'service'; names: readonly ViewName[] })[] = [
  'place',
  'device',
  'equipment',
  'alarms',
  'faults',
  'overrides',
  'devices',
  'allEquipment',
  'points',
  'schedules',
  {
    menu: 'configuration',
    names: [
      'configuration',
      'network',
      'time',
      'bacnet',
      'adminUser',
      'graphics',
      'templates',
      'rules',
      'variables',
      'mapping',
    ],
  },
  'deployments',
  {
    menu: 'service',
    names: [
      'designer',
      'shift',
      'onboarding',
      'controllerNetworks',
      'siteAgents',
      'tunnels',
      'backups',
      'licences',
      'historian',
      'catalogs',
    ],
  },
]

/** Returns the views the reader may see of the thing in an address, in the order of the tabs. */
export function viewLinks(level: ViewLevel, viewer: Viewer, at: Place): ViewLink[] {
  const available = viewsAt(level, viewer).filter((name) => tabOf(name, level) === name)
  const ordered = tabOrder.flatMap((one) => (typeof one === 'string' ? [one] : one.names))
  return ordered.flatMap((name) => {
    const page = available.includes(name) && pageAt(name, level)
    return page ? [{ name, href: href(page, at) }] : []
  })
}

/** Returns the tabs. The current tab is the view itself, or the view it belongs to. */
export function viewTabs(t: Translate, links: readonly ViewLink[], current: string): (Tab | TabMenu)[] {
  const activeTab = links.some(({ name }) => name === current) ? current : views[current as ViewName]?.within
  const tabsOf = (names: readonly ViewName[]): Tab[] =>
    links
      .filter(({ name }) => names.includes(name))
      .map(({ name, href }) => ({ label: tabLabel(t, name), href, isCurrent: name === activeTab }))
  return tabOrder.flatMap((one): (Tab | TabMenu)[] => {
    if (typeof one === 'string') return tabsOf([one])
    const tabs = tabsOf(one.names)
    return tabs.length < 2 ? tabs : [{ label: t(`main:frame.tabs.${one.menu}`), tabs }]
  })
}

/** The deployments of one controller are those of its packages. */
function tabLabel(t: Translate, name: ViewName): string {
  return name === 'deployments' ? t('main:view.packages') : t(`main:view.${name}`)
}

function tabOf(name: ViewName, level: ViewLevel): ViewName {
  const within = views[name].within as ViewName | undefined
  return within && pageAt(within, level) ? within : name
}
