/** Removes expired roles: whose roles they are, the plan, and the calls (domain §16). */
import { z } from 'zod'
import { tenant } from '#contracts/tenant'
import type { Change, Desk, WorkDesk } from '~/change/desk'
import type { Plan, PlanField, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { type RoleChanges, type RolesHeld, type RolesWanted, roleChanges } from '~/domain/role-changes'
import { mostNamed, tooManyOf } from '~/domain/selection'
import { log } from '~/door/log.server'
import { changeTogether } from './bulk-work.server'
import { heldByPerson, ownCustomers, told } from './held.server'
import { daysTold, holdsRole, type RoleEnd } from './role-end'
import { endsBefore, forgetPassedEnds } from './role-ends.server'
import { linesOf } from './role-plan'

/** The people whose roles are removed; all people if empty. */
const RunOutForm = z.object({ user: z.array(z.string().min(1).max(200)).max(mostNamed).default([]) })
type RunOutForm = z.infer<typeof RunOutForm>

/** What the plan needs. */
type Asking = Pick<Desk<RunOutForm>, 'form' | 'read' | 'may' | 'person'>

/** Returns the change, for a person or for the console itself. */
export function runOutChange(tenantId: string): Omit<Change<RunOutForm>, 'name'> {
  return {
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: RunOutForm,
    plan: (desk) => planRunOut(desk, tenantId),
    async work(desk) {
      await takeAway(desk, tenantId)
      return undefined
    },
  }
}

/**
 * Reads all roles and plans the removal. A requested person without an expired role is unchanged; a person whom an
 * earlier attempt left without any role loses access.
 */
export async function planRunOut({ form, ...desk }: Asking, tenantId: string): Promise<Plan> {
  const most = mostFor('user.takeRunOut')
  const tooMany = tooManyOf('users', form.user, most)
  if (tooMany) return { rows: [], tooMany }
  const passed = await passedIn(desk, tenantId)
  const people = form.user.length > 0 ? [...new Set(form.user)] : [...new Set(passed.map(({ userId }) => userId))]
  if (people.length === 0) return { rows: [] }
  const path = { id: tenantId }
  const [permissions, customerPermissions, known] = await Promise.all([
    desk.read(tenant.listPermissions, { path }),
    desk.read(tenant.listCustomerPermissions, { path }),
    desk.read(tenant.allInitials, { path }),
  ])
  const names = new Map(known.map(({ userId, fullName, initials }) => [userId, fullName || initials]))
  const customerNames = new Map(
    customerPermissions.map(({ customerId, customerName = '' }) => [customerId, customerName] as const),
  )
  const own = new Set(desk.person.info.tenantUsers.map(({ id }) => id))
  const heldBy = heldByPerson(permissions, customerPermissions)
  const admins = new Set(known.flatMap(({ userId }) => (heldBy(userId).tenantRole === 'admin' ? userId : [])))
  const rows = people.flatMap((id): PlanRow[] => {
    const subject = { kind: 'user' as const, id, name: names.get(id) ?? id }
    const held = heldBy(id)
    const ends = passed.filter((end) => end.userId === id)
    const mine = ends.filter((end) => holdsRole(held, end))
    const isAsked = form.user.includes(id)
    if (mine.length === 0 && !isAsked) return []
    const skip = (because: 'ownAccount' | 'lastAdmin' | 'notHere'): PlanRow[] => [
      { subject, effect: 'skip', because: `main:user.bulk.skip.${because}`, fields: [] },
    ]
    if (!names.has(id)) return isAsked ? skip('notHere') : []
    if (own.has(id)) return skip('ownAccount')
    const changes = changesOf(held, { mine, isBegun: ends.length > 0 }, desk)
    if (held.tenantRole === 'admin' && changes && changes.after.tenantRole !== 'admin') {
      if (admins.size === 1) return skip('lastAdmin')
      admins.delete(id)
    }
    if (!changes || changes.calls.length === 0) return [{ subject, effect: 'same', fields: [] }]
    return [
      {
        subject,
        effect: 'change',
        fields: [...linesOf(changes), ...dayGone(mine)],
        before: { ...told(held, customerNames), ...(mine.length > 0 && { until: daysTold(mine, customerNames) }) },
        after: told(changes.after, customerNames),
      },
    ]
  })
  return {
    rows: rows.sort((a, b) => a.subject.name.localeCompare(b.subject.name, 'en')).slice(0, most),
  }
}

/** Returns the expired ends where the person may remove roles. */
async function passedIn(desk: Pick<Asking, 'may' | 'person'>, tenantId: string): Promise<RoleEnd[]> {
  const passed = await endsBefore(tenantId)
  const within = ownCustomers(desk)
  return within ? passed.filter(({ customerId }) => customerId !== null && within.includes(customerId)) : passed
}

/** Returns the changes of a person's roles; null if there is nothing to remove. */
function changesOf(
  held: RolesHeld,
  { mine, isBegun }: { mine: readonly RoleEnd[]; isBegun: boolean },
  { may }: Pick<Asking, 'may'>,
): RoleChanges | null {
  const hasNone = held.tenantRole === null && held.customerRoles.length === 0
  if (mine.length === 0 && !(isBegun && hasNone)) return null
  return roleChanges(held, wantedOf(mine), { mayOffboard: may('user.manage'), offboardPending: true })
}

function wantedOf(ends: readonly RoleEnd[]): RolesWanted {
  const customers = ends.flatMap(({ customerId }) => customerId ?? [])
  if (customers.length < ends.length || customers.length === 0) return { level: 'tenant', role: 'no-access' }
  return { level: 'customer', roles: customers.map((customerId) => ({ customerId, role: 'remove' as const })) }
}

function dayGone(ends: readonly RoleEnd[]): PlanField[] {
  if (ends.length === 0) return []
  return [{ name: 'until', from: [...new Set(ends.map(({ lastDay }) => lastDay))].sort().join(', '), to: null }]
}

/** Sends the calls, and deletes the ends of roles that were removed or no longer exist. */
async function takeAway(desk: WorkDesk<RunOutForm>, tenantId: string): Promise<void> {
  const left = new Set<string>()
  const ended: WorkDesk<RunOutForm>['ended'] = (id, outcome, detail) => {
    if (outcome !== 'done') left.add(id)
    desk.ended(id, outcome, detail)
  }
  const passed = await passedIn(desk, tenantId)
  await changeTogether({ ...desk, ended }, tenantId)
  const over = new Set(
    desk.plan.rows.flatMap(({ effect, subject }) => (effect === 'skip' || left.has(subject.id) ? [] : subject.id)),
  )
  await forgetPassedEnds(
    tenantId,
    passed.filter(({ userId }) => over.has(userId)),
  ).catch((error: unknown) => log().warn({ err: error }, 'the ends of roles that were taken away are forgotten later'))
}
