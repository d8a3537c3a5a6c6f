/** Plans a bulk action on people (design §7, domain §16). */
import { z } from 'zod'
import type { TenantUser } from '#contracts/tenant'
import { tenant } from '#contracts/tenant'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Desk } from '~/change/desk'
import { firstPlan } from '~/change/first-plan.server'
import type { Plan, PlanReply, PlanRow } from '~/change/plan'
import type { Fields } from '~/change/posted'
import { type ChangeOfMany, mostFor } from '~/changes'
import type { TenantRole } from '~/domain/effective-role'
import { type RolesHeld, type RolesWanted, roleChanges } from '~/domain/role-changes'
import { mostNamed, tooManyOf } from '~/domain/selection'
import { heldByPerson, told } from '~/things/user/held.server'
import { changeOfDays, type LastDayThere, lastDayThere } from '~/things/user/role-end'
import { isOver, roleEndsOf } from '~/things/user/role-ends.server'
import { linesOf } from '~/things/user/role-plan'
import { type Before, daysBack } from './putting-back.server'
import { LastDay } from './role-change.server'

const user = z.array(z.string().min(1).max(200)).min(1).max(mostNamed)

export const GivingForm = z.object({ user, role: z.enum(['user', 'admin']), until: LastDay })
export const TakingForm = z.object({ user, role: z.enum(['user', 'admin']) })
export const RemovalForm = z.object({ user })

/** A bulk action on the selected people. */
export type BulkMove =
  /** Until the end of a day in a zone (an IANA id), or without an end. */
  | { kind: 'give'; role: TenantRole; until: string | undefined; zone: string }
  | { kind: 'take'; role: TenantRole }
  | { kind: 'offboard' }
  | { kind: 'delete' }
  /** The roles of each person before a change, and their ends. */
  | { kind: 'back'; before: ReadonlyMap<string, Before>; zone: string }

/** The input of a plan: a posted form, or a page that starts with its plan. */
type Asking<Form> = Pick<Desk<Form>, 'form' | 'person' | 'read'>

export const changeOf = {
  give: 'user.addRole',
  take: 'user.removeRole',
  offboard: 'user.offboard',
  delete: 'user.delete',
  back: 'user.changeRoles',
} as const satisfies Record<BulkMove['kind'], ChangeOfMany>

type Because = 'ownAccount' | 'lastAdmin' | 'notHeld' | 'notOfIt' | 'hasRoles' | 'notHere'

/** Plans from current roles. Skips the own account and the last administrator, with the reason. */
export async function planMove(
  desk: Asking<{ user: string[] }>,
  { tenantId, move }: { tenantId: string; move: BulkMove },
): Promise<Plan> {
  const path = { id: tenantId }
  const tooMany = tooManyOf('users', desk.form.user, mostFor(changeOf[move.kind]))
  if (tooMany) return { rows: [], tooMany }
  const until = move.kind === 'give' ? move.until : undefined
  if (move.kind === 'give' && until && isOver(until, move.zone))
    return { rows: [], errors: { until: ['errors:roles.past'] } }
  const chosen = [...new Set(desk.form.user)]
  const [permissions, customerPermissions, known, confirm, ends] = await Promise.all([
    desk.read(tenant.listPermissions, { path }),
    desk.read(tenant.listCustomerPermissions, { path }),
    desk.read(tenant.allInitials, { path }),
    chosen.length > 1 && (move.kind === 'offboard' || move.kind === 'delete') ? nameOf(desk, tenantId) : undefined,
    move.kind === 'give' || move.kind === 'back' ? roleEndsOf(tenantId, chosen) : [],
  ])

  const names = new Map(known.map(({ userId, fullName, initials }) => [userId, fullName || initials]))
  const customerNames = new Map(
    customerPermissions.map(({ customerId, customerName = '' }) => [customerId, customerName] as const),
  )
  const own = new Set(desk.person.info.tenantUsers.map(({ id }) => id))
  const heldBy = heldByPerson(permissions, customerPermissions)
  const admins = new Set(known.flatMap(({ userId }) => (heldBy(userId).tenantRole === 'admin' ? userId : [])))

  const rows = chosen
    .sort((a, b) => (names.get(a) ?? a).localeCompare(names.get(b) ?? b, 'en'))
    .map((id): PlanRow => {
      const subject = { kind: 'user' as const, id, name: names.get(id) ?? id }
      const skip = (because: Because): PlanRow => ({
        subject,
        effect: 'skip',
        because: `main:user.bulk.skip.${because}`,
        fields: [],
      })
      if (!names.has(id)) return skip('notHere')
      if (own.has(id)) return skip('ownAccount')
      const held = heldBy(id)
      if (move.kind === 'delete') {
        const hasRoles = held.tenantRole !== null || held.customerRoles.length > 0
        return hasRoles ? skip('hasRoles') : { subject, effect: 'change', fields: recordGoes, after: null }
      }
      const wanted = move.kind === 'back' ? wantedBack(move.before.get(id)?.held, held) : wantedBy(move, held)
      if (!wanted) return skip(move.kind === 'back' ? 'notOfIt' : 'notHeld')
      const changes = roleChanges(held, wanted, { mayOffboard: true, offboardPending: move.kind !== 'back' })
      if (held.tenantRole === 'admin' && changes.after.tenantRole !== 'admin') {
        if (admins.size === 1) return skip('lastAdmin')
        admins.delete(id)
      }
      const ownEnds = ends.filter(({ userId }) => userId === id)
      const after = daysAfter(move, id)
      const before = after.map((there) => ({ ...there, lastDay: lastDayThere(ownEnds, held, there) }))
      const days = changeOfDays(before, after, customerNames)
      return {
        subject,
        effect: changes.calls.length > 0 || days ? 'change' : 'same',
        fields: [...linesOf(changes), ...(days ? [days.line] : [])],
        before: { ...told(held, customerNames), ...(days && { until: days.before }) },
        after: { ...told(changes.after, customerNames), ...(days && { until: days.after }) },
      }
    })
  return {
    rows: move.kind === 'delete' ? await withRecords(desk, tenantId, rows) : rows,
    // Removing access of several people needs the tenant's name as confirmation.
    confirm,
    needsReason: rows.some(({ fields }) =>
      fields.some(({ name, from, to }) => name !== 'until' && from !== null && from !== to),
    ),
  }
}

/** Returns the last days that an action sets. */
function daysAfter(move: Exclude<BulkMove, { kind: 'delete' }>, userId: string): LastDayThere[] {
  if (move.kind === 'give') return [{ customerId: null, lastDay: move.until ?? null }]
  const before = move.kind === 'back' ? move.before.get(userId) : undefined
  return before && move.kind === 'back' ? daysBack(before, move.zone) : []
}

const recordGoes = [{ name: 'record', from: 'kept', to: null }]

/** Returns the requested roles of a person; null where there is nothing to remove. */
function wantedBy(move: Exclude<BulkMove, { kind: 'delete' | 'back' }>, held: RolesHeld): RolesWanted | null {
  if (move.kind === 'give') return { level: 'tenant', role: move.role }
  if (move.kind === 'offboard') return { level: 'tenant', role: 'no-access' }
  if (move.role !== held.tenantRole && move.role !== held.leftOver) return null
  const stays = [held.tenantRole, held.leftOver].find((role) => role && role !== move.role)
  return { level: 'tenant', role: stays ?? 'no-access' }
}

/** Returns the roles before the change; null for a person it did not reach. */
function wantedBack(before: RolesHeld | undefined, held: RolesHeld): RolesWanted | null {
  if (!before) return null
  const { tenantRole, customerRoles } = before
  if (tenantRole || customerRoles.length === 0) return { level: 'tenant', role: tenantRole ?? 'no-access' }
  const gone = held.customerRoles.filter(
    ({ customerId }) => !customerRoles.some((role) => role.customerId === customerId),
  )
  return {
    level: 'customer',
    roles: [...customerRoles, ...gone.map(({ customerId }) => ({ customerId, role: 'remove' as const }))],
  }
}

async function nameOf({ person, read }: Asking<unknown>, tenantId: string): Promise<string> {
  const own = person.info.tenants.find((one) => one.tenantId === tenantId)
  return own?.name ?? (await read(tenant.getTenant, { path: { id: tenantId } })).name
}

/** Returns the plan for a page without inputs; null where it cannot be made now. */
export async function planAtOnce(
  reader: Pick<Reader, 'ask' | 'person'>,
  given: { tenantId: string; move: 'offboard' | 'delete'; user: string[] },
): Promise<PlanReply | null> {
  const { tenantId, move, user } = given
  const desk = { form: { user }, person: reader.person, read: reader.ask }
  try {
    const plan = await planMove(desk, { tenantId, move: { kind: move } })
    const fields = user.map((id, index): Fields[number] => [`user[${index}]`, id])
    return plan.tooMany ? null : firstPlan(`user.${move}`, plan, fields)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** Adds the deleted records to the rows, for the trail. */
async function withRecords(desk: Asking<unknown>, tenantId: string, rows: PlanRow[]): Promise<PlanRow[]> {
  return inParallel(rows, 8, async (row) => {
    if (row.effect !== 'change') return row
    const record = await recordOf(desk, { id: tenantId, userId: row.subject.id })
    return record ? { ...row, before: record } : row
  })
}

async function recordOf({ read }: Asking<unknown>, path: { id: string; userId: string }) {
  try {
    const found: TenantUser = await read(tenant.getUser, { path })
    const { firstName, lastName, email, initials, language, region, unit } = found
    return { firstName, lastName, email, initials, language, region, unit }
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}
