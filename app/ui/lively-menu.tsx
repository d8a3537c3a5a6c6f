import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import type { ReactElement } from 'react'
import { Icon } from './icons'
import { type MenuProps, MenuRow, menuButtonClass } from './menu-parts'

export interface LivelyMenuProps extends MenuProps {
  /** Whether the button is focused at once. */
  takesFocus: boolean
}

/** The menu on pages with scripts: arrow keys, type-ahead, Escape closes it. */
export function LivelyMenu({ takesFocus, ...menu }: LivelyMenuProps) {
  const { button, buttonClassName = menuButtonClass, heading, items } = menu
  return (
    <Menu as="div" className="relative">
      <MenuButton autoFocus={takesFocus} className={buttonClassName}>
        {button}
        <Icon name="down" className="size-3.5" />
      </MenuButton>
      <MenuItems modal={false} className="menu-list">
        {heading}
        {items.map((item) => (
          <MenuRow key={item.label} item={item} draw={(part) => <MenuItem>{part as ReactElement}</MenuItem>} />
        ))}
      </MenuItems>
    </Menu>
  )
}
