import { useT } from '~/i18n/use-t'
import { Icon } from './icons'
import { A } from './link'

export interface Crumb {
  name: string
  href: string
}

/** The way from the top to here; the last one is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT()
  if (crumbs.length === 0) return null
  return (
    <nav aria-label={t('main:frame.breadcrumb')} className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1
          return (
            <li key={crumb.href} className="flex min-w-0 items-center gap-1">
              {index > 0 && <Icon name="chevron" className="size-3 text-faint" />}
              <A
                href={crumb.href}
                aria-current={isLast ? 'page' : undefined}
                className={isLast ? 'text-ink no-underline' : 'text-soft no-underline hover:underline'}
              >
                <bdi>{crumb.name}</bdi>
              </A>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
