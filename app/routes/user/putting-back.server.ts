/** Roles of several people put back to what each held before one change. */
import type { CustomerPermission, Permission } from '#contracts/tenant'
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { putBack, rolesIn } from '~/change/put-back.server'
import type { Standing, ToPutBack } from '~/change/put-back-chooser'
import { mostFor } from '~/changes'
import type { RolesHeld } from '~/domain/role-changes'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { rolesHeld } from './role-change.server'

type At = ParamsFor<'usersRolesPuttingBack'>

/** Somebody whose roles a change touched. */
interface Touched {
  id: string
  name: string
  before: RolesHeld
  after: RolesHeld
}

/** Who looks: roles of several people at once are only for who gives them in the whole tenant. */
type Looking = Pick<Reader, 'person' | 'session' | 'role' | 'may'>

/** Of what somebody sees of the change, whose roles were changed and can be put back. 404 where that is nobody. */
async function touchedBy({ tenantId, changeId }: At, who: Looking): Promise<Touched[]> {
  if (!who.may('role.manage')) throw new Response(null, { status: 404 })
  const { entries } = await findEntries({
    tenantId,
    changeId,
    visibleTo: visibleTo(who),
    limit: mostFor('user.changeRoles'),
  })
  const touched = entries.filter((entry) => {
    const way = putBack(entry)
    return !('why' in way) && entry.subject.kind === 'user' && entry.mutation !== 'user.edit'
  })
  if (touched.length === 0) throw new Response(null, { status: 404 })
  return touched
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ subject, before, after }) => ({
      id: subject.id,
      name: subject.name,
      before: heldIn(before),
      after: heldIn(after),
    }))
}

/** The roles everybody of the change held before it, by their ids. */
export async function heldBefore(at: At, who: Looking): Promise<Map<string, RolesHeld>> {
  return new Map((await touchedBy(at, who)).map(({ id, before }) => [id, before]))
}

/** Everybody of the change, with where their roles stand now. */
export async function standingsOf(at: At, made: Reader): Promise<ToPutBack[]> {
  const path = { id: at.tenantId }
  const [touched, permissions, customerPermissions, people] = await Promise.all([
    touchedBy(at, made),
    made.read(tenant.listPermissions, { path }),
    made.read(tenant.listCustomerPermissions, { path }),
    made.read(tenant.allInitials, { path }),
  ])
  const known = new Set(people.map(({ userId }) => userId))
  return touched.map(({ id, name, before, after }) => {
    const held = rolesHeld(...ownOf(id, permissions, customerPermissions))
    return { id, name, standing: known.has(id) ? standingOf(held, { before, after }) : 'gone' }
  })
}

function standingOf(held: RolesHeld, { before, after }: Pick<Touched, 'before' | 'after'>): Exclude<Standing, 'gone'> {
  if (isSame(held, before)) return 'asBefore'
  return isSame(held, after) ? 'asLeft' : 'changedSince'
}

function isSame(one: RolesHeld, other: RolesHeld): boolean {
  const text = ({ tenantRole, customerRoles }: RolesHeld) =>
    JSON.stringify([tenantRole, customerRoles.map(({ customerId, role }) => `${customerId}:${role}`).toSorted()])
  return text(one) === text(other)
}

function ownOf(
  id: string,
  permissions: readonly Permission[],
  customerPermissions: readonly CustomerPermission[],
): [Permission[], CustomerPermission[]] {
  return [permissions.filter(({ userId }) => userId === id), customerPermissions.filter(({ userId }) => userId === id)]
}

function heldIn(told: unknown): RolesHeld {
  const { tenantRole, customerRoles } = rolesIn(told)
  return {
    tenantRole: tenantRole as RolesHeld['tenantRole'],
    customerRoles: customerRoles.map(([customerId, role]) => ({
      customerId,
      role: role as RolesHeld['customerRoles'][number]['role'],
    })),
  }
}
