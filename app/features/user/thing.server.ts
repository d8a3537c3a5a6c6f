/** How pages and changes load a person of a tenant. */
import { type TenantUser, tenant } from '#contracts/tenant'
import { displayName } from '~/domain/current-user'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Thing } from '~/kit/edit/thing.server'
import { personToForm } from './shared/form'

/** A person with a name: the display name, else the email address. */
export type PersonEntity = TenantUser & { name: string }

export const personThing: Thing<'user', PersonEntity> = {
  kind: 'user',
  async loadPage(reader, { at }) {
    const now = withName(await reader.read(tenant.getUser, { path: { id: at.tenantId, userId: at.userId } }))
    const list = { name: translator(reader.language)('main:view.users'), href: href('users', at) }
    return { now, crumbs: [list, { name: now.name, href: href('user', at) }] }
  },
  load: async ({ read }, at) => withName(await read(tenant.getUser, { path: { id: at.tenantId, userId: at.userId } })),
  toForm: personToForm,
}

function withName(user: TenantUser): PersonEntity {
  return { ...user, name: displayName(user) || user.email }
}
