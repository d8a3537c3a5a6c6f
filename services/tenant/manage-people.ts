/** Invitations, and the fields that people change themselves (domain §9.2, §9.4). */
import type { tenant } from '../contracts/tenant'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import { requireCurrent } from '../kit/etag'
import { invite } from '../kit/invite'
import { scopeOfTenant } from '../kit/scope'
import { findUser } from './people'
import { parseEmail } from './person-rules'
import { findTenant, toTenant, toUser, versionETagOf } from './rows'
import { saveUser } from './save-user'

type Contract = Pick<typeof tenant, 'createUser' | 'updateProfile'>

export const managePeople: Handlers<Contract> = {
  createUser({ params, body, world, require, touched }) {
    const { store } = world
    require(scopeOfTenant(store, params.id))
    const { domains } = toTenant(findTenant(store, params.id))
    const email = parseEmail(body.email, { domains: domains ?? [], field: 'email' })
    if (store.get('SELECT 1 FROM tenant_user WHERE tenant_id = ? AND email = ?', params.id, email)) {
      fail(4902, { errors: { email: 'errors.user.emailTaken' } })
    }
    const id = invite(world, { ...body, tenantId: params.id, email })
    touched(id)
    return toUser(world, findUser(world, { tenantId: params.id, userId: id }, null))
  },

  updateProfile({ params, body, headers, world, require, touched }) {
    const scope = scopeOfTenant(world.store, params.id)
    require(scope && { ...scope, userId: params.userId })
    const at = { tenantId: params.id, userId: params.userId }
    const row = findUser(world, at, null)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...toUser(world, row), eTag: versionETagOf(row) },
    })
    saveUser(world, row, {
      ...body,
      firstName: body.firstName ?? row.first_name,
      lastName: body.lastName ?? row.last_name,
    })
    touched(row.id)
    return toUser(world, findUser(world, at, null))
  },
}
