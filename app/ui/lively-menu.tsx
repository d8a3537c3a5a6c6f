import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import type { ReactElement } from 'react'
import { Icon } from './icons'
import { type MenuProps, MenuRow, menuButtonClass } from './menu-parts'

/** The menu on pages with scripts: arrow keys, type-ahead, Escape closes it. */
export default function LivelyMenu({ button, buttonClassName = menuButtonClass, heading, items }: MenuProps) {
  return (
    <Menu as="div" className="relative">
      <MenuButton className={buttonClassName}>
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
