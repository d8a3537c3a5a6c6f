import { type ComponentType, type DetailsHTMLAttributes, useState } from 'react'
import { Icon } from './icons'
import type { LivelyMenuProps } from './lively-menu'
import { type MenuProps, MenuRow, menuButtonClass } from './menu-parts'

/**
 * A menu behind a button: a native disclosure. On pages with scripts it is replaced with arrow-key navigation, which is
 * loaded when the menu is pointed at or focused, unless it is being opened at that moment.
 */
export function Menu(props: MenuProps) {
  const [Lively, setLively] = useState<ComponentType<LivelyMenuProps> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)

  async function load() {
    const lively = await import('./lively-menu').catch(() => null)
    if (lively) setLively(() => lively.LivelyMenu)
  }

  if (Lively && !isBusy) return <Lively {...props} takesFocus={takesFocus} />
  return (
    <NativeMenu
      {...props}
      onPointerEnter={load}
      onPointerDown={() => setBusy(true)}
      onFocus={() => {
        setTakesFocus(true)
        load()
      }}
      onBlur={() => setTakesFocus(false)}
      onToggle={(event) => setBusy(event.currentTarget.open)}
    />
  )
}

type Handlers = Pick<
  DetailsHTMLAttributes<HTMLDetailsElement>,
  'onPointerEnter' | 'onPointerDown' | 'onFocus' | 'onBlur' | 'onToggle'
>

function NativeMenu({ button, buttonClassName = menuButtonClass, heading, items, ...handlers }: MenuProps & Handlers) {
  return (
    <details className="relative" data-menu="" {...handlers}>
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
