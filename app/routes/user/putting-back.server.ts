/** Roles of several people put back to what each held before one change. */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import type { Plan } from '~/change/plan'
import { putBack, rolesIn } from '~/change/put-back.server'
import type { Standing, ToPutBack } from '~/change/put-back-chooser'
import { mostFor } from '~/changes'
import type { RolesHeld } from '~/domain/role-changes'
import type { ParamsFor } from '~/paths'
import { heldByPerson } from '~/things/user/held.server'
import {
  daysIn,
  type GivenRole,
  holdsRole,
  type LastDayThere,
  lastDayThere,
  type RoleEnd,
  roleThere,
} from '~/things/user/role-end'
import { isOver, type KeptRole, type RoleOf, roleEndsOf } from '~/things/user/role-ends.server'
import { rolesIn as rolesInLines } from '~/things/user/role-plan'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'

type At = ParamsFor<'usersRolesPuttingBack'>

/** Roles, and the last days that a change set of them. */
export interface Before {
  held: RolesHeld
  days: readonly LastDayThere[]
}

/** Somebody whose roles a change touched. */
interface Touched {
  id: string
  name: string
  before: Before
  after: Before
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
export async function heldBefore(at: At, who: Looking): Promise<Map<string, Before>> {
  return new Map((await touchedBy(at, who)).map(({ id, before }) => [id, before]))
}

/** Until when somebody gets back what they held before a change; what would be over at once has no end. */
export function daysBack({ held, days }: Before, zone: string): LastDayThere[] {
  return days.flatMap(({ customerId, lastDay }) => {
    if (roleThere(held, { customerId }) === null) return []
    return { customerId, lastDay: lastDay !== null && isOver(lastDay, zone) ? null : lastDay }
  })
}

/** Of those whom a plan changes: the roles that they get back, and those of which it sets a last day, or none. */
export function rolesBack({ rows }: Plan, before: ReadonlyMap<string, Before>, zone: string) {
  const changed = rows
    .filter(({ effect }) => effect === 'change')
    .map(({ subject, fields }) => ({ ...subject, fields }))
  return {
    given: changed.flatMap(({ id: userId, fields }): RoleOf[] => {
      const held = rolesInLines(fields, 'from')
      return rolesOf(rolesInLines(fields, 'to')).flatMap((role) => (holdsRole(held, role) ? [] : { userId, ...role }))
    }),
    kept: changed.flatMap(({ id: userId }): KeptRole[] => {
      const own = before.get(userId)
      if (!own) return []
      return daysBack(own, zone).map((day) => ({ userId, role: roleThere(own.held, day) ?? '', ...day }))
    }),
  }
}

function rolesOf({ tenantRole, customerRoles }: RolesHeld): GivenRole[] {
  return [...(tenantRole ? [{ customerId: null, role: tenantRole }] : []), ...customerRoles]
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
  const heldBy = heldByPerson(permissions, customerPermissions)
  const ends = await roleEndsOf(
    at.tenantId,
    touched.map(({ id }) => id),
  )
  return touched.map(({ id, name, before, after }) => {
    const now = { held: heldBy(id), ends: ends.filter(({ userId }) => userId === id) }
    return { id, name, standing: known.has(id) ? standingOf(now, { before, after }) : 'gone' }
  })
}

interface Now {
  held: RolesHeld
  ends: readonly RoleEnd[]
}

function standingOf(now: Now, { before, after }: Pick<Touched, 'before' | 'after'>): Exclude<Standing, 'gone'> {
  if (isSame(now, before)) return 'asBefore'
  return isSame(now, after) ? 'asLeft' : 'changedSince'
}

function isSame({ held, ends }: Now, then: Before): boolean {
  const text = ({ tenantRole, customerRoles }: RolesHeld) =>
    JSON.stringify([tenantRole, customerRoles.map(({ customerId, role }) => `${customerId}:${role}`).toSorted()])
  return text(held) === text(then.held) && then.days.every((day) => lastDayThere(ends, held, day) === day.lastDay)
}

function heldIn(told: unknown): Before {
  const { tenantRole, customerRoles } = rolesIn(told)
  const held = {
    tenantRole: tenantRole as RolesHeld['tenantRole'],
    customerRoles: customerRoles.map(([customerId, role]) => ({
      customerId,
      role: role as RolesHeld['customerRoles'][number]['role'],
    })),
  }
  return { held, days: daysIn(told) }
}
