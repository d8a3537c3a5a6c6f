/** Restores the roles of several people as they were before a change. */
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

/** Roles, and the last days that a change set for them. */
export interface Before {
  held: RolesHeld
  days: readonly LastDayThere[]
}

/** A person whose roles a change modified. */
interface Touched {
  id: string
  name: string
  before: Before
  after: Before
}

/** The reader: roles of several people need `role.manage`. */
type Looking = Pick<Reader, 'person' | 'session' | 'role' | 'may'>

/** Returns the people whose roles can be restored, as far as the reader sees the change. Responds 404 without any. */
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

/** Returns the roles before the change, by person. */
export async function heldBefore(at: At, who: Looking): Promise<Map<string, Before>> {
  return new Map((await touchedBy(at, who)).map(({ id, before }) => [id, before]))
}

/** Returns the last days of the restored roles; one that has passed becomes no end. */
export function daysBack({ held, days }: Before, zone: string): LastDayThere[] {
  return days.flatMap(({ customerId, lastDay }) => {
    if (roleThere(held, { customerId }) === null) return []
    return { customerId, lastDay: lastDay !== null && isOver(lastDay, zone) ? null : lastDay }
  })
}

/** Returns the roles that a plan restores, and those whose last day it sets or clears. */
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

/** Returns the people of the change with the present status of their roles. */
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
