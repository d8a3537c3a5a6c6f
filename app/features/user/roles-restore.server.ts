/** Restores the roles of several people as they were before a change. */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import type { Plan } from '~/change/plan'
import type { PutBackRow, PutBackState } from '~/change/put-back-chooser'
import { limitFor } from '~/changes'
import type { RoleAssignments } from '~/domain/role-changes'
import { putBackForm, recordedRoles } from '~/features/trail/shared/put-back.server'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { isDayOver, type PersonRole, type RoleWithEnd, roleEndsOf } from './role-ends.server'
import { rolesFromLines as rolesInLines } from './role-plan'
import { rolesByPerson } from './roles.server'
import {
  type GrantedRole,
  hasRole,
  type LastDayInPlace,
  lastDayInPlace,
  parseLastDays,
  type RoleEnd,
  roleInPlace,
} from './shared/role-end'

type At = ParamsFor<'usersRolesPuttingBack'>

/** Roles, and the last days that a change set for them. */
export interface RolesBefore {
  roles: RoleAssignments
  days: readonly LastDayInPlace[]
}

/** A person whose roles a change modified. */
interface ChangedPerson {
  id: string
  name: string
  before: RolesBefore
  after: RolesBefore
}

/** The reader: roles of several people need `role.manage`. */
type Viewer = Pick<Reader, 'person' | 'session' | 'role' | 'may'>

/** Returns the people whose roles can be restored, as far as the reader sees the change. Responds 404 without any. */
async function peopleOfChange({ tenantId, changeId }: At, viewer: Viewer): Promise<ChangedPerson[]> {
  if (!viewer.may('role.manage')) throw new Response(null, { status: 404 })
  const { entries } = await findEntries({
    tenantId,
    changeId,
    visibleTo: visibleTo(viewer),
    limit: limitFor('user.changeRoles'),
  })
  const changed = entries.filter((entry) => {
    const undo = putBackForm(entry)
    return !('why' in undo) && entry.subject.kind === 'user' && entry.mutation !== 'user.edit'
  })
  if (changed.length === 0) throw new Response(null, { status: 404 })
  return changed
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ subject, before, after }) => ({
      id: subject.id,
      name: subject.name,
      before: rolesInRecord(before),
      after: rolesInRecord(after),
    }))
}

/** Returns the roles before the change, by person. */
export async function rolesBefore(at: At, viewer: Viewer): Promise<Map<string, RolesBefore>> {
  return new Map((await peopleOfChange(at, viewer)).map(({ id, before }) => [id, before]))
}

/** Returns the last days of the restored roles; one that has passed becomes no end. */
export function restoredDays({ roles, days }: RolesBefore, zone: string): LastDayInPlace[] {
  return days.flatMap(({ customerId, lastDay }) => {
    if (roleInPlace(roles, { customerId }) === null) return []
    return { customerId, lastDay: lastDay !== null && isDayOver(lastDay, zone) ? null : lastDay }
  })
}

/** Returns the roles that a plan restores, and those whose last day it sets or clears. */
export function restoredRoles({ rows }: Plan, before: ReadonlyMap<string, RolesBefore>, zone: string) {
  const changed = rows
    .filter(({ effect }) => effect === 'change')
    .map(({ subject, fields }) => ({ ...subject, fields }))
  return {
    assigned: changed.flatMap(({ id: userId, fields }): PersonRole[] => {
      const previous = rolesInLines(fields, 'from')
      return rolesOf(rolesInLines(fields, 'to')).flatMap((role) => (hasRole(previous, role) ? [] : { userId, ...role }))
    }),
    ends: changed.flatMap(({ id: userId }): RoleWithEnd[] => {
      const own = before.get(userId)
      if (!own) return []
      return restoredDays(own, zone).map((day) => ({ userId, role: roleInPlace(own.roles, day) ?? '', ...day }))
    }),
  }
}

function rolesOf({ tenantRole, customerRoles }: RoleAssignments): GrantedRole[] {
  return [...(tenantRole ? [{ customerId: null, role: tenantRole }] : []), ...customerRoles]
}

/** Returns the people of the change with the present status of their roles. */
export async function restoreStatuses(at: At, reader: Reader): Promise<PutBackRow[]> {
  const path = { id: at.tenantId }
  const [changed, permissions, customerPermissions, people] = await Promise.all([
    peopleOfChange(at, reader),
    reader.read(tenant.listPermissions, { path }),
    reader.read(tenant.listCustomerPermissions, { path }),
    reader.read(tenant.allInitials, { path }),
  ])
  const knownIds = new Set(people.map(({ userId }) => userId))
  const heldBy = rolesByPerson(permissions, customerPermissions)
  const ends = await roleEndsOf(
    at.tenantId,
    changed.map(({ id }) => id),
  )
  return changed.map(({ id, name, before, after }) => {
    const now = { roles: heldBy(id), ends: ends.filter(({ userId }) => userId === id) }
    return { id, name, state: knownIds.has(id) ? restoreStatus(now, { before, after }) : 'gone' }
  })
}

interface CurrentRoles {
  roles: RoleAssignments
  ends: readonly RoleEnd[]
}

function restoreStatus(
  now: CurrentRoles,
  { before, after }: Pick<ChangedPerson, 'before' | 'after'>,
): Exclude<PutBackState, 'gone'> {
  if (isUnchanged(now, before)) return 'asBefore'
  return isUnchanged(now, after) ? 'asLeft' : 'changedSince'
}

function isUnchanged({ roles, ends }: CurrentRoles, then: RolesBefore): boolean {
  const text = ({ tenantRole, customerRoles }: RoleAssignments) =>
    JSON.stringify([tenantRole, customerRoles.map(({ customerId, role }) => `${customerId}:${role}`).toSorted()])
  return text(roles) === text(then.roles) && then.days.every((day) => lastDayInPlace(ends, roles, day) === day.lastDay)
}

function rolesInRecord(recorded: unknown): RolesBefore {
  const { tenantRole, customerRoles } = recordedRoles(recorded)
  const roles = {
    tenantRole: tenantRole as RoleAssignments['tenantRole'],
    customerRoles: customerRoles.map(([customerId, role]) => ({
      customerId,
      role: role as RoleAssignments['customerRoles'][number]['role'],
    })),
  }
  return { roles, days: parseLastDays(recorded) }
}
