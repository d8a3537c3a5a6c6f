/** Plans a bulk action on people (design §7, domain §16). */
import { z } from 'zod'
import type { TenantUser } from '#contracts/tenant'
import { tenant } from '#contracts/tenant'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Plan, PlanField, PlanRow } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { type BulkChangeName, limitFor } from '~/changes'
import type { TenantRole } from '~/domain/effective-role'
import { type RoleAssignments, type RoleRequest, roleChanges } from '~/domain/role-changes'
import { maxSelectedIds, tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import { LastDay } from './role-change.server'
import { isDayOver, roleEndsOf } from './role-ends.server'
import { labelRoles } from './role-names'
import { roleLinesOf } from './role-plan'
import { rolesByPerson, rolesForTrail, tenantNameOf } from './roles.server'
import { type RolesBefore, restoredDays } from './roles-restore.server'
import { type LastDayInPlace, lastDayChange, lastDayInPlace } from './shared/role-end'

const user = z.array(z.string().min(1).max(200)).min(1).max(maxSelectedIds)

export const RoleAssignmentForm = z.object({ user, role: z.enum(['user', 'admin']), until: LastDay })
export const RoleRemovalForm = z.object({ user, role: z.enum(['user', 'admin']) })
export const PeopleForm = z.object({ user })

/** A bulk action on the selected people. */
export type BulkAction =
  /** Until the end of a day in a zone (an IANA id), or without an end. */
  | { kind: 'give'; role: TenantRole; until: string | undefined; zone: string }
  | { kind: 'take'; role: TenantRole }
  | { kind: 'offboard' }
  | { kind: 'delete' }
  /** The roles of each person before a change, and their ends. */
  | { kind: 'back'; before: ReadonlyMap<string, RolesBefore>; zone: string }

/** What a plan is made with. */
type BulkContext = Pick<PlanContext<unknown>, 'person' | 'read' | 'language'>

export const changeOfAction = {
  give: 'user.addRole',
  take: 'user.removeRole',
  offboard: 'user.offboard',
  delete: 'user.delete',
  back: 'user.changeRoles',
} as const satisfies Record<BulkAction['kind'], BulkChangeName>

type SkipReason = 'ownAccount' | 'lastAdmin' | 'notHeld' | 'notOfIt' | 'hasRoles' | 'notHere'

/** Plans from current roles. Skips the own account and the last administrator, with the reason. */
export async function planBulkAction(
  context: BulkContext,
  { tenantId, userIds, move }: { tenantId: string; userIds: readonly string[]; move: BulkAction },
): Promise<Plan> {
  const path = { id: tenantId }
  const tooMany = tooManyOf('users', userIds, limitFor(changeOfAction[move.kind]))
  if (tooMany) return { rows: [], tooMany }
  const until = move.kind === 'give' ? move.until : undefined
  if (move.kind === 'give' && until && isDayOver(until, move.zone))
    return { rows: [], errors: { until: ['errors:roles.past'] } }
  const ids = [...new Set(userIds)]
  const [permissions, customerPermissions, initialsList, tenantName, ends] = await Promise.all([
    context.read(tenant.listPermissions, { path }),
    context.read(tenant.listCustomerPermissions, { path }),
    context.read(tenant.allInitials, { path }),
    tenantNameOf(context, tenantId),
    move.kind === 'give' || move.kind === 'back' ? roleEndsOf(tenantId, ids) : [],
  ])

  const names = new Map(initialsList.map(({ userId, fullName, initials }) => [userId, fullName || initials]))
  const customerNames = new Map(
    customerPermissions.map(({ customerId, customerName = '' }) => [customerId, customerName] as const),
  )
  const own = new Set(context.person.info.tenantUsers.map(({ id }) => id))
  const heldBy = rolesByPerson(permissions, customerPermissions)
  const admins = new Set(initialsList.flatMap(({ userId }) => (heldBy(userId).tenantRole === 'admin' ? userId : [])))

  const t = translator(context.language)
  const label = (lines: PlanField[]) => labelRoles(t, lines, { tenantName, customerNames })
  const rows = ids
    .sort((a, b) => (names.get(a) ?? a).localeCompare(names.get(b) ?? b, 'en'))
    .map((id): PlanRow => {
      const subject = { kind: 'user' as const, id, name: names.get(id) ?? id }
      const skip = (because: SkipReason): PlanRow => ({
        subject,
        effect: 'skip',
        because: `main:user.bulk.skip.${because}`,
        fields: [],
      })
      if (!names.has(id)) return skip('notHere')
      if (own.has(id)) return skip('ownAccount')
      const current = heldBy(id)
      if (move.kind === 'delete') {
        const hasRoles = current.tenantRole !== null || current.customerRoles.length > 0
        return hasRoles ? skip('hasRoles') : { subject, effect: 'change', fields: label(recordDeletion), after: null }
      }
      const requested =
        move.kind === 'back' ? rolesToRestore(move.before.get(id)?.roles, current) : rolesAfter(move, current)
      if (!requested) return skip(move.kind === 'back' ? 'notOfIt' : 'notHeld')
      const changes = roleChanges(current, requested, { mayOffboard: true, offboardPending: move.kind !== 'back' })
      if (current.tenantRole === 'admin' && changes.after.tenantRole !== 'admin') {
        if (admins.size === 1) return skip('lastAdmin')
        admins.delete(id)
      }
      const ownEnds = ends.filter(({ userId }) => userId === id)
      const after = daysAfter(move, id)
      const before = after.map((end) => ({ ...end, lastDay: lastDayInPlace(ownEnds, current, end) }))
      const days = lastDayChange(before, after, customerNames)
      return {
        subject,
        effect: changes.calls.length > 0 || days ? 'change' : 'same',
        fields: label([...roleLinesOf(changes), ...(days ? [days.line] : [])]),
        before: { ...rolesForTrail(current, customerNames), ...(days && { until: days.before }) },
        after: { ...rolesForTrail(changes.after, customerNames), ...(days && { until: days.after }) },
      }
    })
  return {
    rows: move.kind === 'delete' ? await withRecords(context, tenantId, rows) : rows,
    // Removing access of several people needs the tenant's name as confirmation.
    confirm: ids.length > 1 && (move.kind === 'offboard' || move.kind === 'delete') ? tenantName : undefined,
    needsReason: rows.some(({ fields }) =>
      fields.some(({ name, from, to }) => name !== 'until' && from !== null && from !== to),
    ),
  }
}

/** Returns the last days that an action sets. */
function daysAfter(move: Exclude<BulkAction, { kind: 'delete' }>, userId: string): LastDayInPlace[] {
  if (move.kind === 'give') return [{ customerId: null, lastDay: move.until ?? null }]
  const before = move.kind === 'back' ? move.before.get(userId) : undefined
  return before && move.kind === 'back' ? restoredDays(before, move.zone) : []
}

const recordDeletion = [{ name: 'record', from: 'kept', to: null }]

/** Returns the requested roles of a person; null where there is nothing to remove. */
function rolesAfter(
  move: Exclude<BulkAction, { kind: 'delete' | 'back' }>,
  current: RoleAssignments,
): RoleRequest | null {
  if (move.kind === 'give') return { level: 'tenant', role: move.role }
  if (move.kind === 'offboard') return { level: 'tenant', role: 'no-access' }
  if (move.role !== current.tenantRole && move.role !== current.leftOver) return null
  const remaining = [current.tenantRole, current.leftOver].find((role) => role && role !== move.role)
  return { level: 'tenant', role: remaining ?? 'no-access' }
}

/** Returns the roles before the change; null for a person it did not reach. */
function rolesToRestore(before: RoleAssignments | undefined, current: RoleAssignments): RoleRequest | null {
  if (!before) return null
  const { tenantRole, customerRoles } = before
  if (tenantRole || customerRoles.length === 0) return { level: 'tenant', role: tenantRole ?? 'no-access' }
  const added = current.customerRoles.filter(
    ({ customerId }) => !customerRoles.some((role) => role.customerId === customerId),
  )
  return {
    level: 'customer',
    roles: [...customerRoles, ...added.map(({ customerId }) => ({ customerId, role: 'remove' as const }))],
  }
}

/** Adds the deleted records to the rows, for the trail. */
async function withRecords(context: BulkContext, tenantId: string, rows: PlanRow[]): Promise<PlanRow[]> {
  return inParallel(rows, 8, async (row) => {
    if (row.effect !== 'change') return row
    const record = await recordOf(context, { id: tenantId, userId: row.subject.id })
    return record ? { ...row, before: record } : row
  })
}

async function recordOf({ read }: BulkContext, path: { id: string; userId: string }) {
  try {
    const record: TenantUser = await read(tenant.getUser, { path })
    const { firstName, lastName, email, initials, language, region, unit } = record
    return { firstName, lastName, email, initials, language, region, unit }
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}
