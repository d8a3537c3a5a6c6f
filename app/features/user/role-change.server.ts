/** Plans and applies a change of roles (design §7, spec §4, §6, domain §16). */
import { z } from 'zod'
import type { Customer, TenantUser } from '#contracts/tenant'
import { tenant } from '#contracts/tenant'
import { inParallel } from '~/backend/in-parallel'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { roleIdOf } from '~/domain/effective-role'
import {
  type RoleAssignments,
  type RoleCall,
  type RoleChanges,
  type RoleRequest,
  roleChanges,
} from '~/domain/role-changes'
import { translator } from '~/i18n/i18n.server'
import { isDayOver, roleEndsOf, saveRoleEnds } from './role-ends.server'
import { labelRoles } from './role-names'
import { roleCallsIn, roleLinesOf } from './role-plan'
import { grantableCustomers, isLastAdmin, rolesForTrail, rolesFromPermissions, tenantNameOf } from './roles.server'
import { type GrantedRole, lastDayChange, lastDayInPlace } from './shared/role-end'

export interface PersonParams {
  tenantId: string
  userId: string
}

/** The limit of customers per form; each is read before the plan. */
const maxCustomers = 200
/** Concurrent reads. */
const concurrency = 8

const customerChoice = /^([^:]+):(no-change|customer-user|customer-admin|remove)$/

/** The role in one customer, posted as `<customer id>:<role>`. */
const CustomerChoice = z
  .string()
  .max(250)
  .regex(customerChoice)
  .transform((choice): { customerId: string; role: 'no-change' | 'customer-user' | 'customer-admin' | 'remove' } => {
    const [, customerId = '', role] = choice.match(customerChoice) ?? []
    return { customerId, role: role as 'no-change' }
  })

/** The requested roles and their last day; without one they have no end. */
export type RoleChangeRequest = RoleRequest & { until?: string | undefined }

/** The last day of a role. */
export const LastDay = z.iso
  .date({ error: 'errors:roles.day' })
  .refine((day) => day < '2200', { error: 'errors:roles.day' })
  .optional()

export const RoleChangeForm = z
  .object({
    level: z.enum(['tenant', 'customer'], { error: 'errors:field.choice' }),
    tenantRole: z.enum(['no-change', 'user', 'admin', 'no-access']).default('no-change'),
    customerRole: z.array(CustomerChoice).default([]),
    until: LastDay,
  })
  .transform(({ level, tenantRole, customerRole, until }, issues): RoleChangeRequest => {
    const roles = customerRole.filter(({ role }) => role !== 'no-change')
    const isInTenant = tenantRole !== 'no-change'
    if (isInTenant && roles.length > 0)
      issues.addIssue({ code: 'custom', path: ['level'], message: 'errors:roles.bothChosen' })
    if (roles.length > maxCustomers)
      issues.addIssue({ code: 'custom', path: ['level'], message: 'errors:roles.tooMany' })
    const assignsRole = isInTenant ? tenantRole !== 'no-access' : roles.some(({ role }) => role !== 'remove')
    if (until && !assignsRole)
      issues.addIssue({ code: 'custom', path: ['until'], message: 'errors:roles.untilNothing' })
    // A selected role determines the level, whichever radio is checked: without scripts nothing checks it.
    const effectiveLevel = isInTenant ? 'tenant' : roles.length > 0 ? 'customer' : level
    return effectiveLevel === 'tenant'
      ? { level: effectiveLevel, role: tenantRole, until }
      : { level: effectiveLevel, roles, until }
  })

/** Plans from current roles; a change that the services would refuse is skipped with the reason. */
export async function planRoles(
  context: PlanContext<RoleChangeRequest>,
  at: PersonParams & { zone: string },
): Promise<Plan> {
  const { until } = context.form
  if (until && isDayOver(until, at.zone)) return { rows: [], errors: { until: ['errors:roles.past'] } }
  const path = { id: at.tenantId, userId: at.userId }
  const requested = context.form
  const customerIds =
    requested.level === 'customer' ? [...new Set(requested.roles.map(({ customerId }) => customerId))] : []
  const [user, permissions, customerPermissions, allPermissions, customers, ends, tenantName] = await Promise.all([
    context.read(tenant.getUser, { path }),
    context.read(tenant.getUserPermissions, { path }),
    context.read(tenant.getUserCustomerPermissions, { path }),
    context.may('role.manage') ? context.read(tenant.listPermissions, { path: { id: at.tenantId } }) : [],
    inParallel(customerIds, concurrency, (id) => context.read(tenant.getCustomer, { path: { id } })),
    roleEndsOf(at.tenantId, [at.userId]),
    tenantNameOf(context, at.tenantId),
  ])
  const current = rolesFromPermissions(permissions, customerPermissions)
  const changes = roleChanges(current, requested, { mayOffboard: context.may('user.manage'), offboardPending: true })
  const because = refusal(context, at, { changes, customers, isLastAdmin: isLastAdmin(allPermissions, at.userId) })
  const names = new Map([
    ...customerPermissions.map(({ customerId, customerName = '' }) => [customerId, customerName] as const),
    ...customers.map(({ id, name }) => [id, name] as const),
  ])
  const assigned = assignedRoles(requested)
  const days = lastDayChange(
    assigned.map(({ customerId }) => ({ customerId, lastDay: lastDayInPlace(ends, current, { customerId }) })),
    assigned.map(({ customerId }) => ({ customerId, lastDay: until ?? null })),
    names,
  )
  const isSame = changes.calls.length === 0 && !days
  return {
    rows: [
      {
        subject: { kind: 'user', id: at.userId, name: nameOf(user) },
        effect: isSame ? 'same' : because ? 'skip' : 'change',
        because: !isSame && because ? `main:user.roles.skip.${because}` : undefined,
        fields: labelRoles(translator(context.language), [...roleLinesOf(changes), ...(days ? [days.line] : [])], {
          tenantName,
          customerNames: names,
        }),
        before: { ...rolesForTrail(current, names), ...(days && { until: days.before }) },
        after: { ...rolesForTrail(changes.after, names), ...(days && { until: days.after }) },
      },
    ],
    notes: because ? [] : notes(changes, current).map((note) => `main:user.roles.note.${note}`),
    needsReason: changes.difference.some(({ kind }) => kind === 'removed') || changes.offboards,
  }
}

interface RefusalContext {
  changes: RoleChanges
  customers: readonly Customer[]
  isLastAdmin: boolean
}

/** Returns why the services would refuse, where that is known before the call (4003, 4202, 4908, 4909). */
function refusal(
  context: PlanContext<RoleChangeRequest>,
  at: PersonParams,
  planned: RefusalContext,
): 'ownRole' | 'lastAdmin' | 'notYours' | 'flagOff' | 'archived' | null {
  const { form: requested, person, features } = context
  if (person.info.tenantUsers.some(({ id }) => id === at.userId)) return 'ownRole'
  const own = grantableCustomers(context)
  if (requested.level === 'tenant' && !context.may('role.manage')) return 'notYours'
  if (own && planned.changes.calls.some(({ call }) => call === 'addRole' || call === 'removeRole')) return 'notYours'
  if (own && planned.customers.some(({ id }) => !own.includes(id))) return 'notYours'
  if (planned.customers.some(({ tenantId }) => tenantId !== at.tenantId)) return 'notYours'
  if (requested.level === 'customer' && !features.customerUser) return 'flagOff'
  const gainedCustomers = planned.changes.difference.flatMap((row) =>
    row.scope === 'customer' && row.after && row.before !== row.after ? row.customerId : [],
  )
  if (planned.customers.some(({ id, archived }) => archived && gainedCustomers.includes(id))) return 'archived'
  return planned.isLastAdmin && planned.changes.after.tenantRole !== 'admin' ? 'lastAdmin' : null
}

function notes(
  changes: RoleChanges,
  current: RoleAssignments,
): ('offboards' | 'leavesWithoutAccess' | 'losesTenant' | 'gainsTenant' | 'gainsAdmin')[] {
  if (changes.offboards) return ['offboards']
  if (changes.leavesWithoutAccess) return ['leavesWithoutAccess']
  const { tenantRole: role } = changes.after
  if (current.tenantRole && !role) return ['losesTenant']
  const gains = role !== null && current.tenantRole === null ? (['gainsTenant'] as const) : []
  return role === 'admin' && current.tenantRole !== 'admin' ? [...gains, 'gainsAdmin'] : [...gains]
}

function nameOf(user: TenantUser): string {
  return displayName(user) || user.email
}

/** Returns the roles that a form assigns, new or existing. */
function assignedRoles(requested: RoleRequest): GrantedRole[] {
  if (requested.level === 'tenant')
    return requested.role === 'admin' || requested.role === 'user' ? [{ customerId: null, role: requested.role }] : []
  return requested.roles.flatMap(({ customerId, role }) =>
    role === 'customer-user' || role === 'customer-admin' ? [{ customerId, role }] : [],
  )
}

/** Stores the end first, then sends the calls of the plan in order; the first failure stops the rest. */
export async function applyRoleChange(
  context: WorkContext<RoleChangeRequest>,
  at: PersonParams & { zone: string },
): Promise<void> {
  const lastDay = context.form.until ?? null
  const assigned = assignedRoles(context.form).map((role) => ({ userId: at.userId, ...role, lastDay }))
  await saveRoleEnds({ ...at, changeId: context.changeId }, assigned)
  const lines = context.plan.rows[0]?.fields ?? []
  for (const call of roleCallsIn(lines)) await sendCall(context, at, call)
}

async function sendCall(
  { write }: WorkContext<RoleChangeRequest>,
  { tenantId, userId }: PersonParams,
  call: RoleCall,
): Promise<void> {
  const { roleIds } = config()
  const subjects = [userId]
  const path = { id: tenantId }
  switch (call.call) {
    case 'addRole':
      await write(tenant.addRole, { path: { ...path, roleId: roleIdOf(call.role, roleIds) }, body: [userId] }, subjects)
      return
    case 'removeRole':
      await write(
        tenant.removeRole,
        { path: { ...path, roleId: roleIdOf(call.role, roleIds) }, body: [userId] },
        subjects,
      )
      return
    case 'removeCustomerPermissions': {
      const body = call.permissions.map(({ customerId, role }) => ({
        customerId,
        userId,
        roleId: roleIdOf(role, roleIds),
      }))
      await write(tenant.removeCustomerPermissions, { path, body }, subjects)
      return
    }
    case 'addCustomerPermissions': {
      const body = { roleInCustomer: call.roleInCustomer, userIds: [userId], customerId: call.customerId }
      await write(tenant.addCustomerPermissions, { path, body }, subjects)
      return
    }
    case 'offboard':
      await write(tenant.removeUsers, { path, body: [{ userId, mode: 'offboard' }] }, subjects)
  }
}
