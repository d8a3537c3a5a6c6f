/** Where somebody was last, for pages that stand outside any tenant (spec §4, design §4). */

import { roleAt } from '~/backend/person.server'
import type { Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { type CurrentUser, deriveCurrentUser } from '~/domain/current-user'
import { may } from '~/permissions'
import { type ViewName, views } from '~/views'

/**
 * The tenant and customer of the last visit where they still stand, else the first that can be entered. A tenant in
 * which nothing was given to the person is no place to lead to.
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

/** The tenants in which the person has a role. */
export function enterable(person: Reader['person']): Reader['person']['info']['tenants'] {
  return person.info.tenants.filter(({ tenantId }) => {
    const found = roleAt(person, { tenantId })
    return found !== null && found.role !== 'no-access'
  })
}

/** A reader that stands in the tenant of the last place, so that a page outside any tenant shows role and menu of there. */
export function readerAt(made: Reader, { tenantId }: CurrentUser): Reader {
  const role = roleAt(made.person, { tenantId: tenantId ?? undefined }) ?? made.role
  return { ...made, role, may: (capability) => may(role.role, capability) }
}

/** The same for a view that not everyone may open: 403 where the role of the last place does not let them in. */
export function readerOutside(made: Reader, view: ViewName): Reader {
  const here = readerAt(made, lastPlace(made))
  if (!here.may(views[view].capability)) throw new Response(null, { status: 403 })
  return here
}
