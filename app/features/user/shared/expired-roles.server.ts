/** Removes expired roles: whose roles they are, the plan, and the calls (domain §16). */

import { z } from 'zod'
import { tenant } from '#contracts/tenant'
import type { LoadedSelection } from '~/backend/load-selection.server'
import type { PlanField, PlanRow } from '~/change/plan'
import type { WorkContext } from '~/change/plan-context'
import { limitFor } from '~/changes'
import { type RoleAssignments, type RoleChanges, type RoleRequest, roleChanges } from '~/domain/role-changes'
import { maxSelectedIds, tooManyOf } from '~/domain/selection'
import { log } from '~/door/log.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Bulk } from '~/kit/bulk/bulk.server'
import type { BulkReader } from '~/kit/bulk/selection.server'
import { tenantPlace } from '../bulk.server'
import { changeRolesInBulk } from '../bulk-work.server'
import { deletePassedEnds, endsBefore } from '../role-ends.server'
import { labelRoles } from '../role-names'
import { roleLinesOf } from '../role-plan'
import { grantableCustomers, rolesByPerson, rolesForTrail, tenantNameOf } from '../roles.server'
import { hasRole, lastDaysForTrail, type RoleEnd } from './role-end'

/** The people whose roles are removed; all people if empty. */
const ExpiredRolesForm = z.object({ user: z.array(z.string().min(1).max(200)).max(maxSelectedIds).default([]) })
export type ExpiredRolesForm = z.infer<typeof ExpiredRolesForm>

/** The change, for a person or for the console itself; its things are the rows of its plan. */
export const expiredRoles: Bulk<'usersRunOut', readonly string[], PlanRow, ExpiredRolesForm> = {
  change: 'user.takeRunOut',
  page: 'usersRunOut',
  place: tenantPlace,
  list: { href: (at, search) => href('users', at, search), label: (t) => t('main:view.users') },
  crumb: (t) => t('main:user.runOut.title'),
  selection: {
    parse: () => [],
    // The form names the people of the plan, so that nobody is added before it is applied.
    fieldsOf: (_, rows) => rows.map(({ subject }, index) => [`user[${index}]`, subject.id]),
    filterOf: () => ({}),
    load: expiredRows,
  },
  form: ExpiredRolesForm,
  chosenIn: ({ user }) => user,
  initial: () => ({ form: { user: [] } }),
  plan: ({ things: rows }) => ({ rows }),
  send: (context, { tenantId }) => removeRoles(context, tenantId),
}

/**
 * Reads all roles and plans the removal. A requested person without an expired role is unchanged; a person whom an
 * earlier attempt left without any role loses access.
 */
async function expiredRows(
  context: BulkReader,
  { tenantId }: { tenantId: string },
  requested: readonly string[],
): Promise<LoadedSelection<PlanRow>> {
  const max = limitFor('user.takeRunOut')
  const tooMany = tooManyOf('users', requested, max)
  if (tooMany) return { things: [], missing: 0, tooMany }
  const expiredEnds = await readExpiredEnds(context, tenantId)
  const people = requested.length > 0 ? [...new Set(requested)] : [...new Set(expiredEnds.map(({ userId }) => userId))]
  if (people.length === 0) return { things: [], missing: 0, tooMany }
  const path = { id: tenantId }
  const [permissions, customerPermissions, tenantUsers, tenantName] = await Promise.all([
    context.read(tenant.listPermissions, { path }),
    context.read(tenant.listCustomerPermissions, { path }),
    context.read(tenant.allInitials, { path }),
    tenantNameOf(context, tenantId),
  ])
  const names = new Map(tenantUsers.map(({ userId, fullName, initials }) => [userId, fullName || initials]))
  const customerNames = new Map(
    customerPermissions.map(({ customerId, customerName = '' }) => [customerId, customerName] as const),
  )
  const own = new Set(context.person.info.tenantUsers.map(({ id }) => id))
  const rolesOf = rolesByPerson(permissions, customerPermissions)
  const admins = new Set(tenantUsers.flatMap(({ userId }) => (rolesOf(userId).tenantRole === 'admin' ? userId : [])))
  const t = translator(context.language)
  const rows = people.flatMap((id): PlanRow[] => {
    const subject = { kind: 'user' as const, id, name: names.get(id) ?? id }
    const roles = rolesOf(id)
    const ends = expiredEnds.filter((end) => end.userId === id)
    const ownEnds = ends.filter((end) => hasRole(roles, end))
    const isRequested = requested.includes(id)
    if (ownEnds.length === 0 && !isRequested) return []
    const skip = (because: 'ownAccount' | 'lastAdmin' | 'notHere'): PlanRow[] => [
      { subject, effect: 'skip', because: `main:user.bulk.skip.${because}`, fields: [] },
    ]
    if (!names.has(id)) return isRequested ? skip('notHere') : []
    if (own.has(id)) return skip('ownAccount')
    const changes = changesOf(roles, { ownEnds, hasExpiredEnds: ends.length > 0 }, context)
    if (roles.tenantRole === 'admin' && changes && changes.after.tenantRole !== 'admin') {
      if (admins.size === 1) return skip('lastAdmin')
      admins.delete(id)
    }
    if (!changes || changes.calls.length === 0) return [{ subject, effect: 'same', fields: [] }]
    return [
      {
        subject,
        effect: 'change',
        fields: labelRoles(t, [...roleLinesOf(changes), ...removedDayLine(ownEnds)], { tenantName, customerNames }),
        before: {
          ...rolesForTrail(roles, customerNames),
          ...(ownEnds.length > 0 && { until: lastDaysForTrail(ownEnds, customerNames) }),
        },
        after: rolesForTrail(changes.after, customerNames),
      },
    ]
  })
  return {
    things: rows.sort((a, b) => a.subject.name.localeCompare(b.subject.name, 'en')).slice(0, max),
    missing: 0,
    tooMany,
  }
}

/** Returns the expired ends where the person may remove roles. */
async function readExpiredEnds(context: Pick<BulkReader, 'may' | 'person'>, tenantId: string): Promise<RoleEnd[]> {
  const expiredEnds = await endsBefore(tenantId)
  const within = grantableCustomers(context)
  return within
    ? expiredEnds.filter(({ customerId }) => customerId !== null && within.includes(customerId))
    : expiredEnds
}

/** Returns the changes of a person's roles; null if there is nothing to remove. */
function changesOf(
  roles: RoleAssignments,
  { ownEnds, hasExpiredEnds }: { ownEnds: readonly RoleEnd[]; hasExpiredEnds: boolean },
  { may }: Pick<BulkReader, 'may'>,
): RoleChanges | null {
  const hasNone = roles.tenantRole === null && roles.customerRoles.length === 0
  if (ownEnds.length === 0 && !(hasExpiredEnds && hasNone)) return null
  return roleChanges(roles, targetRoles(ownEnds), { mayOffboard: may('user.manage'), offboardPending: true })
}

function targetRoles(ends: readonly RoleEnd[]): RoleRequest {
  const customers = ends.flatMap(({ customerId }) => customerId ?? [])
  if (customers.length < ends.length || customers.length === 0) return { level: 'tenant', role: 'no-access' }
  return { level: 'customer', roles: customers.map((customerId) => ({ customerId, role: 'remove' as const })) }
}

function removedDayLine(ends: readonly RoleEnd[]): PlanField[] {
  if (ends.length === 0) return []
  return [{ name: 'until', from: [...new Set(ends.map(({ lastDay }) => lastDay))].sort().join(', '), to: null }]
}

/** Sends the calls, and deletes the ends of roles that were removed or no longer exist. */
async function removeRoles(context: WorkContext<ExpiredRolesForm>, tenantId: string): Promise<void> {
  const incompleteIds = new Set<string>()
  const setOutcome: WorkContext<ExpiredRolesForm>['setOutcome'] = (id, outcome, detail) => {
    if (outcome !== 'done') incompleteIds.add(id)
    context.setOutcome(id, outcome, detail)
  }
  const expiredEnds = await readExpiredEnds(context, tenantId)
  await changeRolesInBulk({ ...context, setOutcome }, tenantId)
  const removedIds = new Set(
    context.plan.rows.flatMap(({ effect, subject }) =>
      effect === 'skip' || incompleteIds.has(subject.id) ? [] : subject.id,
    ),
  )
  await deletePassedEnds(
    tenantId,
    expiredEnds.filter(({ userId }) => removedIds.has(userId)),
  ).catch((error: unknown) => log().warn({ err: error }, 'the end dates of removed roles are deleted later'))
}
