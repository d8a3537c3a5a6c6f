/** Tabs: links to the other views of a thing, the current one marked. */
import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A } from './link'

export interface Tab {
  label: string
  href: string
  isCurrent: boolean
}

/** Tabs behind one word. */
export interface TabMenu {
  label: string
  tabs: readonly Tab[]
}

/** Focus follows sight: the tabs are in one order, and a menu of tabs is a native disclosure. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly (Tab | TabMenu)[] }) {
  return (
    <nav aria-label={label} className="tab-line no-print">
      <ul className="tabs">
        {tabs.map((tab) =>
          'tabs' in tab ? (
            <li key={tab.label}>
              <Menu {...tab} />
            </li>
          ) : (
            <li key={tab.href}>
              <TabLink {...tab} />
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}

function TabLink({ label, href, isCurrent }: Tab) {
  return (
    <A href={href} aria-current={isCurrent ? 'page' : undefined}>
      {label}
    </A>
  )
}

function Menu({ label, tabs }: TabMenu) {
  const t = useT()
  const current = tabs.find(({ isCurrent }) => isCurrent)
  return (
    <details data-menu="">
      <summary className={current && 'current'}>
        {current ? t('main:frame.tabs.current', { menu: label, tab: current.label }) : label}{' '}
        <Icon name="down" className="size-3" />
      </summary>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.href}>
            <TabLink {...tab} />
          </li>
        ))}
      </ul>
    </details>
  )
}
