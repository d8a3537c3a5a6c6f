/** Plans and applies a change of roles (design §7, spec §4, §6, domain §16). */
import { z } from 'zod'
import type { Customer, TenantUser } from '#contracts/tenant'
import { tenant } from '#contracts/tenant'
import { inParallel } from '~/backend/in-parallel'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { roleIdOf } from '~/domain/effective-role'
import { type RoleCall, type RoleChanges, type RolesHeld, type RolesWanted, roleChanges } from '~/domain/role-changes'
import { isLastAdmin, ownCustomers, rolesHeld, told } from '~/things/user/held.server'
import { changeOfDays, type GivenRole, lastDayThere } from '~/things/user/role-end'
import { isOver, keepRoleEnds, roleEndsOf } from '~/things/user/role-ends.server'
import { callsIn, linesOf } from '~/things/user/role-plan'

export interface WhoseRoles {
  tenantId: string
  userId: string
}

/** The limit of customers per form; each is read before the plan. */
const mostCustomers = 200
/** Concurrent reads. */
const lanes = 8

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
export type RolesAsked = RolesWanted & { until?: string | undefined }

/** The last day of a role. */
export const LastDay = z.iso
  .date({ error: 'errors:roles.day' })
  .refine((day) => day < '2200', { error: 'errors:roles.day' })
  .optional()

export const RoleForm = z
  .object({
    level: z.enum(['tenant', 'customer'], { error: 'errors:field.choice' }),
    tenantRole: z.enum(['no-change', 'user', 'admin', 'no-access']).default('no-change'),
    customerRole: z.array(CustomerChoice).default([]),
    until: LastDay,
  })
  .transform(({ level, tenantRole, customerRole, until }, issues): RolesAsked => {
    const roles = customerRole.filter(({ role }) => role !== 'no-change')
    const isInTenant = tenantRole !== 'no-change'
    if (isInTenant && roles.length > 0)
      issues.addIssue({ code: 'custom', path: ['level'], message: 'errors:roles.bothChosen' })
    if (roles.length > mostCustomers)
      issues.addIssue({ code: 'custom', path: ['level'], message: 'errors:roles.tooMany' })
    const gives = isInTenant ? tenantRole !== 'no-access' : roles.some(({ role }) => role !== 'remove')
    if (until && !gives) issues.addIssue({ code: 'custom', path: ['until'], message: 'errors:roles.untilNothing' })
    // A selected role determines the level, whichever radio is checked: without scripts nothing checks it.
    const meant = isInTenant ? 'tenant' : roles.length > 0 ? 'customer' : level
    return meant === 'tenant' ? { level: meant, role: tenantRole, until } : { level: meant, roles, until }
  })

/** Plans from current roles; a change that the services would refuse is skipped with the reason. */
export async function planRoles(desk: Desk<RolesAsked>, at: WhoseRoles & { zone: string }): Promise<Plan> {
  const { until } = desk.form
  if (until && isOver(until, at.zone)) return { rows: [], errors: { until: ['errors:roles.past'] } }
  const path = { id: at.tenantId, userId: at.userId }
  const wanted = desk.form
  const named = wanted.level === 'customer' ? [...new Set(wanted.roles.map(({ customerId }) => customerId))] : []
  const [user, permissions, customerPermissions, everyones, customers, ends] = await Promise.all([
    desk.read(tenant.getUser, { path }),
    desk.read(tenant.getUserPermissions, { path }),
    desk.read(tenant.getUserCustomerPermissions, { path }),
    desk.may('role.manage') ? desk.read(tenant.listPermissions, { path: { id: at.tenantId } }) : [],
    inParallel(named, lanes, (id) => desk.read(tenant.getCustomer, { path: { id } })),
    roleEndsOf(at.tenantId, [at.userId]),
  ])
  const held = rolesHeld(permissions, customerPermissions)
  const changes = roleChanges(held, wanted, { mayOffboard: desk.may('user.manage'), offboardPending: true })
  const because = refusal(desk, at, { changes, customers, isLastAdmin: isLastAdmin(everyones, at.userId) })
  const names = new Map([
    ...customerPermissions.map(({ customerId, customerName = '' }) => [customerId, customerName] as const),
    ...customers.map(({ id, name }) => [id, name] as const),
  ])
  const given = givenIn(wanted)
  const days = changeOfDays(
    given.map(({ customerId }) => ({ customerId, lastDay: lastDayThere(ends, held, { customerId }) })),
    given.map(({ customerId }) => ({ customerId, lastDay: until ?? null })),
    names,
  )
  const isSame = changes.calls.length === 0 && !days
  return {
    rows: [
      {
        subject: { kind: 'user', id: at.userId, name: nameOf(user) },
        effect: isSame ? 'same' : because ? 'skip' : 'change',
        because: !isSame && because ? `main:user.roles.skip.${because}` : undefined,
        fields: [...linesOf(changes), ...(days ? [days.line] : [])],
        before: { ...told(held, names), ...(days && { until: days.before }) },
        after: { ...told(changes.after, names), ...(days && { until: days.after }) },
      },
    ],
    notes: because ? [] : notes(changes, held).map((note) => `main:user.roles.note.${note}`),
    needsReason: changes.difference.some(({ kind }) => kind === 'removed') || changes.offboards,
  }
}

interface Found {
  changes: RoleChanges
  customers: readonly Customer[]
  isLastAdmin: boolean
}

/** Returns why the services would refuse, where that is known before the call (4003, 4202, 4908, 4909). */
function refusal(
  desk: Desk<RolesAsked>,
  at: WhoseRoles,
  found: Found,
): 'ownRole' | 'lastAdmin' | 'notYours' | 'flagOff' | 'archived' | null {
  const { form: wanted, person, features } = desk
  if (person.info.tenantUsers.some(({ id }) => id === at.userId)) return 'ownRole'
  const own = ownCustomers(desk)
  if (wanted.level === 'tenant' && !desk.may('role.manage')) return 'notYours'
  if (own && found.changes.calls.some(({ call }) => call === 'addRole' || call === 'removeRole')) return 'notYours'
  if (own && found.customers.some(({ id }) => !own.includes(id))) return 'notYours'
  if (found.customers.some(({ tenantId }) => tenantId !== at.tenantId)) return 'notYours'
  if (wanted.level === 'customer' && !features.customerUser) return 'flagOff'
  const gaining = found.changes.difference.flatMap((row) =>
    row.scope === 'customer' && row.after && row.before !== row.after ? row.customerId : [],
  )
  if (found.customers.some(({ id, archived }) => archived && gaining.includes(id))) return 'archived'
  return found.isLastAdmin && found.changes.after.tenantRole !== 'admin' ? 'lastAdmin' : null
}

function notes(
  changes: RoleChanges,
  held: RolesHeld,
): ('offboards' | 'leavesWithoutAccess' | 'losesTenant' | 'gainsTenant' | 'gainsAdmin')[] {
  if (changes.offboards) return ['offboards']
  if (changes.leavesWithoutAccess) return ['leavesWithoutAccess']
  const { tenantRole: role } = changes.after
  if (held.tenantRole && !role) return ['losesTenant']
  const gains = role !== null && held.tenantRole === null ? (['gainsTenant'] as const) : []
  return role === 'admin' && held.tenantRole !== 'admin' ? [...gains, 'gainsAdmin'] : [...gains]
}

function nameOf(user: TenantUser): string {
  return displayName(user) || user.email
}

/** Returns the roles that a form assigns, new or existing. */
function givenIn(wanted: RolesWanted): GivenRole[] {
  if (wanted.level === 'tenant')
    return wanted.role === 'admin' || wanted.role === 'user' ? [{ customerId: null, role: wanted.role }] : []
  return wanted.roles.flatMap(({ customerId, role }) =>
    role === 'customer-user' || role === 'customer-admin' ? [{ customerId, role }] : [],
  )
}

/** Stores the end first, then sends the calls of the plan in order; the first failure stops the rest. */
export async function carryOutRoles(desk: WorkDesk<RolesAsked>, at: WhoseRoles & { zone: string }): Promise<void> {
  const lastDay = desk.form.until ?? null
  const given = givenIn(desk.form).map((role) => ({ userId: at.userId, ...role, lastDay }))
  await keepRoleEnds({ ...at, changeId: desk.changeId }, given)
  const lines = desk.plan.rows[0]?.fields ?? []
  for (const call of callsIn(lines)) await sendCall(desk, at, call)
}

async function sendCall(
  { write }: WorkDesk<RolesAsked>,
  { tenantId, userId }: WhoseRoles,
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
