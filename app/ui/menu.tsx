import { lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from './icons'
import { type MenuProps, MenuRow, menuButtonClass } from './menu-parts'

/** Loaded after hydration, on pages with scripts; the native menu works without it. */
const LivelyMenu = lazy(() => import('./lively-menu'))

/** A menu behind a button: a native disclosure, replaced with arrow-key navigation on pages with scripts. */
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

function NativeMenu({ button, buttonClassName = menuButtonClass, heading, items }: MenuProps) {
  return (
    <details className="relative" data-menu="">
      <summary className={buttonClassName}>
        {button}
        <Icon name="down" className="size-3.5" />
      </summary>
      <div className="menu-list">
        {heading}
        <ul>
          {items.map((item) => (
            <li key={item.label}>
              <MenuRow item={item} />
            </li>
          ))}
        </ul>
      </div>
    </details>
  )
}
