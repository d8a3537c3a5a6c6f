/** The menu: the views that lead from it, for somebody at a place; a page names its entry with `handle.menu`. */
import type { RoleName } from '#contracts/permissions'
import type { Features } from '~/features'
import { href } from '~/hrefs'
import type { ParamsFor, PathName } from '~/paths'
import { may } from '~/permissions'
import { type MenuGroup, type MenuName, viewNames, views } from '~/views'

export interface MenuEntry {
  name: MenuName
  href: string
  group: MenuGroup | null
}

interface Here {
  tenantId?: string | undefined
  customerId?: string | undefined
  role: RoleName
  /** The role in that customer, where the page itself stands above it. */
  customerRole?: RoleName | undefined
  features: Features
}

/** The entries a person has at a place: above it, of its tenant, and of its customer as soon as one is chosen. */
export function menu({ tenantId, customerId, role, customerRole = role, features }: Here): MenuEntry[] {
  const chosen: Partial<Record<string, boolean>> = { above: true, tenant: !!tenantId, customer: !!customerId }
  return viewNames.flatMap((name) => {
    const { at, capability, flag, menu: level, menuFor, group = null } = views[name]
    const page = level && chosen[level] && at[level]
    const own = level === 'customer' ? customerRole : role
    if (!page || !may(own, capability) || (menuFor && !may(own, menuFor)) || (flag && !features[flag])) return []
    return [{ name: name as MenuName, group, href: href(page, { tenantId, customerId } as ParamsFor<PathName>) }]
  })
}
