import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A } from './link'

export interface Crumb {
  name: string
  href: string
}

/** The breadcrumb of a page; the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT()
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={t('main:frame.breadcrumb')} className="crumbs">
      <ol>
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          return (
            <li key={crumb.href}>
              {index > 0 && <Icon name="chevron" className="size-3" />}
              <A href={crumb.href} title={crumb.name} aria-current={isLast ? 'page' : undefined}>
                <bdi>{crumb.name}</bdi>
              </A>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
