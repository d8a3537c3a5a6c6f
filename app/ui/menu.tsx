import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Icon } from './icons'
import { A } from './link'

export interface MenuLink {
  label: string
  href: string
}

export interface MenuProps {
  label: ReactNode
  links: readonly MenuLink[]
}

/** Loaded after hydration, on pages with scripts; the menu is whole without it. */
const LivelyMenu = lazy(() => import('./lively-menu'))

/** A few links behind a button: a native disclosure, which scripts turn into a menu with arrow keys. */
export function Menu(props: MenuProps) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const native = <NativeMenu {...props} />
  if (!isHydrated) return native
  return (
    <Suspense fallback={native}>
      <LivelyMenu {...props} />
    </Suspense>
  )
}

export const menuButtonClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-md border border-edge bg-surface px-3 py-1.5 font-medium text-ink hover:bg-hover'
export const menuListClass =
  'absolute end-0 z-20 mt-1 min-w-48 rounded-md border border-line bg-surface p-1 shadow-lg focus:outline-none'
export const menuLinkClass =
  'block rounded px-2.5 py-1.5 text-ink no-underline hover:bg-hover hover:text-ink data-focus:bg-hover'

function NativeMenu({ label, links }: MenuProps) {
  return (
    <details className="relative" data-menu="">
      <summary className={menuButtonClass}>
        {label}
        <Icon name="down" className="size-3.5" />
      </summary>
      <ul className={menuListClass}>
        {links.map((link) => (
          <li key={link.href}>
            <A href={link.href} className={menuLinkClass}>
              {link.label}
            </A>
          </li>
        ))}
      </ul>
    </details>
  )
}
