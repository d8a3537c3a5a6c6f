/** How pages and changes load a person of a tenant. */
import { type TenantUser, tenant } from '#contracts/tenant'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Thing } from '../thing.server'
import { filledPerson } from './form'

/** A person with a name: the display name, else the email address. */
export type PersonNow = TenantUser & { name: string }

export const personThing: Thing<'user', PersonNow> = {
  kind: 'user',
  async onPage(page, { at }) {
    const now = named(await page.read(tenant.getUser, { path: { id: at.tenantId, userId: at.userId } }))
    const list = { name: translator(page.language)('main:view.users'), href: href('users', at) }
    return { now, crumbs: [list, { name: now.name, href: href('user', at) }] }
  },
  afresh: async ({ read }, at) => named(await read(tenant.getUser, { path: { id: at.tenantId, userId: at.userId } })),
  filled: filledPerson,
}

function named(user: TenantUser): PersonNow {
  return { ...user, name: displayName(user) || user.email }
}
