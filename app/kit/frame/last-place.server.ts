/** The place visited last, for pages outside any tenant (spec §4, design §4). */

import { roleAt } from '~/backend/person.server'
import type { Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { type CurrentUser, deriveCurrentUser } from '~/domain/current-user'
import { may } from '~/permissions'
import { type ViewName, views } from '~/views'

/**
 * Returns the tenant and customer of the last visit if they still exist, otherwise the first accessible ones. Tenants
 * in which the person has no role are not accessible.
 */
export function lastPlace({ person, session }: Pick<Reader, 'person' | 'session'>): CurrentUser {
  return deriveCurrentUser(
    { ...person.info, tenants: enterable(person) },
    {
      tenantId: session.lastTenantId,
      customerId: session.lastCustomerId,
      rootTenantId: config().rootTenantId,
      roleIds: config().roleIds,
      superCheck: true,
    },
  )
}

/** Returns the tenants in which the person has a role. */
export function enterable(person: Reader['person']): Reader['person']['info']['tenants'] {
  return person.info.tenants.filter(({ tenantId }) => {
    const effectiveRole = roleAt(person, { tenantId })
    return effectiveRole !== null && effectiveRole.role !== 'no-access'
  })
}

/** Returns a reader with the role in the tenant of the last visit, for pages outside any tenant. */
export function readerAt(reader: Reader, { tenantId }: CurrentUser): Reader {
  const role = roleAt(reader.person, { tenantId: tenantId ?? undefined }) ?? reader.role
  return { ...reader, role, may: (capability) => may(role.role, capability) }
}

/** The same for a view with a capability. Throws a 403 if the role at the last place lacks it. */
export function readerOutside(reader: Reader, view: ViewName): Reader {
  const scoped = readerAt(reader, lastPlace(reader))
  if (!scoped.may(views[view].capability)) throw new Response(null, { status: 403 })
  return scoped
}
