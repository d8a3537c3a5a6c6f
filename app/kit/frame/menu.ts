/** The menu: the views with an entry, for a person at a place. A page names its entry with `handle.menu`. */
import type { RoleName } from '#contracts/permissions'
import type { Features } from '~/flags'
import { href } from '~/hrefs'
import type { ParamsFor, PathName } from '~/paths'
import { may } from '~/permissions'
import { type MenuGroup, type MenuName, viewNames, views } from '~/views'

export interface MenuEntry {
  name: MenuName
  href: string
  group: MenuGroup | null
}

interface MenuPlace {
  tenantId?: string | undefined
  customerId?: string | undefined
  role: RoleName
  /** The role in the customer, where the page itself is above it. */
  customerRole?: RoleName | undefined
  features: Features
}

/** Returns the entries at a place: those above tenants, of the tenant, and of the customer once there is one. */
export function menu({ tenantId, customerId, role, customerRole = role, features }: MenuPlace): MenuEntry[] {
  const available: Partial<Record<string, boolean>> = { above: true, tenant: !!tenantId, customer: !!customerId }
  return viewNames.flatMap((name) => {
    const { at, capability, flag, menu: level, menuFor, group = null } = views[name]
    const page = level && available[level] && at[level]
    const own = level === 'customer' ? customerRole : role
    if (!page || !may(own, capability) || (menuFor && !may(own, menuFor)) || (flag && !features[flag])) return []
    return [{ name: name as MenuName, group, href: href(page, { tenantId, customerId } as ParamsFor<PathName>) }]
  })
}
