import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Icon } from './icons'
import { A } from './link'
import { type MenuProps, menuButtonClass, menuLinkClass, menuListClass } from './menu'

/** The menu where scripts run: arrow keys, type-ahead, closing on Escape. */
export default function LivelyMenu({ label, links }: MenuProps) {
  return (
    <Menu as="div" className="relative">
      <MenuButton className={menuButtonClass}>
        {label}
        <Icon name="down" className="size-3.5" />
      </MenuButton>
      <MenuItems className={menuListClass}>
        {links.map((link) => (
          <MenuItem key={link.href}>
            <A href={link.href} className={menuLinkClass}>
              {link.label}
            </A>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
