/** Applies a plan to several people: call by call in the order of domain §16, one call for all who need it. */
import { tenant } from '#contracts/tenant'
import type { WorkContext } from '~/change/plan-context'
import {
  changedIds,
  type WriteCall,
  type WriteContext,
  writeCalls,
  writeInChunks,
} from '~/change/write-in-chunks.server'
import { config } from '~/config.server'
import { roleIdOf } from '~/domain/effective-role'
import type { RoleCall } from '~/domain/role-changes'
import { roleCallsIn } from './role-plan'

/** Maximum number of people in one call. */
const maxPerCall = 500

/** Order of the calls; it preserves each person's own order (domain §16). */
const order = [
  'removeCustomerPermissions',
  'addRole',
  'removeRole',
  'addCustomerPermissions',
  'offboard',
] as const satisfies RoleCall['call'][]

/** Changes the roles of the people in the plan; a person whose call fails is excluded from the later ones. */
export async function changeRolesInBulk(context: WorkContext<unknown>, tenantId: string): Promise<void> {
  const waiting: Waiting = new Map(
    context.plan.rows.flatMap((row) =>
      row.effect === 'change' ? [[row.subject.id, roleCallsIn(row.fields)] as const] : [],
    ),
  )
  for (const kind of order) {
    for (const { call, ids } of groupsOf(kind, waiting)) {
      const sender: WriteContext = {
        write: context.write,
        setOutcome(id, outcome, detail) {
          if (outcome === 'done') return finish(context, waiting, id, call)
          waiting.delete(id)
          context.setOutcome(id, outcome, detail)
        },
      }
      await sendCall(sender, { tenantId, ids, call, callOf: (id) => callOf(waiting.get(id), kind) })
    }
  }
}

/** Deletes the records in the plan. */
export async function deleteUsersInBulk(context: WorkContext<unknown>, tenantId: string): Promise<void> {
  await writeInChunks(context, tenant.removeUsers, changedIds(context.plan), {
    maxPerCall: maxPerCall,
    hasFurtherCalls: true,
    input: (ids) => ({ path: { id: tenantId }, body: ids.map((userId) => ({ userId, mode: 'delete' as const })) }),
  })
}

type Waiting = Map<string, RoleCall[]>

function callOf(calls: readonly RoleCall[] | undefined, kind: RoleCall['call']): RoleCall | undefined {
  return calls?.find(({ call }) => call === kind)
}

/** Groups people who need the same call: the same role in the same customer. */
function groupsOf(kind: RoleCall['call'], waiting: Waiting): { call: RoleCall; ids: string[] }[] {
  const groups = new Map<string, { call: RoleCall; ids: string[] }>()
  for (const [id, calls] of waiting) {
    for (const call of calls.filter((one) => one.call === kind)) {
      const key = keyOf(call)
      const group = groups.get(key) ?? { call, ids: [] }
      groups.set(key, { call, ids: [...group.ids, id] })
    }
  }
  return [...groups.values()]
}

function keyOf(call: RoleCall): string {
  if (call.call === 'addRole' || call.call === 'removeRole') return call.role
  return call.call === 'addCustomerPermissions' ? `${call.customerId} ${call.roleInCustomer}` : ''
}

/** Removes a completed call of a person; with the last one the person is done. */
function finish(context: WorkContext<unknown>, waiting: Waiting, id: string, done: RoleCall): void {
  const calls = waiting.get(id)
  if (!calls) return
  const remaining = calls.filter((call) => call.call !== done.call || keyOf(call) !== keyOf(done))
  waiting.set(id, remaining)
  if (remaining.length === 0) context.setOutcome(id, 'done')
}

interface CallForPeople {
  tenantId: string
  ids: readonly string[]
  call: RoleCall
  /** Returns a person's call of the same kind. */
  callOf: (id: string) => RoleCall | undefined
}

function sendCall(sender: WriteContext, { tenantId, ids, call, callOf }: CallForPeople): Promise<void> {
  const { roleIds } = config()
  const path = { id: tenantId }
  const chunks = { maxPerCall: maxPerCall, hasFurtherCalls: true }
  switch (call.call) {
    case 'addRole':
    case 'removeRole': {
      const role = { ...path, roleId: roleIdOf(call.role, roleIds) }
      return writeInChunks(sender, tenant[call.call], ids, { ...chunks, input: (body) => ({ path: role, body }) })
    }
    case 'removeCustomerPermissions':
      return writeCalls(sender, tenant.removeCustomerPermissions, removals(path, ids, callOf), {
        hasFurtherCalls: true,
      })
    case 'addCustomerPermissions': {
      const { customerId, roleInCustomer } = call
      const input = (userIds: string[]) => ({ path, body: { roleInCustomer, userIds, customerId } })
      return writeInChunks(sender, tenant.addCustomerPermissions, ids, { ...chunks, input })
    }
    case 'offboard': {
      const input = (some: string[]) => ({ path, body: some.map((userId) => ({ userId, mode: 'offboard' as const })) })
      return writeInChunks(sender, tenant.removeUsers, ids, { ...chunks, input })
    }
  }
}

type Removal = WriteCall<typeof tenant.removeCustomerPermissions>

/** Batches the permissions up to the limit of a call; those of one person stay in one call unless they exceed it. */
function removals(path: { id: string }, ids: readonly string[], callOf: CallForPeople['callOf']): Removal[] {
  const { roleIds } = config()
  const calls: { ids: string[]; body: { customerId: string; userId: string; roleId: string }[] }[] = []
  for (const userId of ids) {
    const own = callOf(userId)
    if (own?.call !== 'removeCustomerPermissions') continue
    const body = own.permissions.map(({ customerId, role }) => ({
      customerId,
      userId,
      roleId: roleIdOf(role, roleIds),
    }))
    const last = calls.at(-1)
    if (last && last.body.length + body.length <= maxPerCall) {
      last.ids.push(userId)
      last.body.push(...body)
      continue
    }
    for (let at = 0; at < body.length; at += maxPerCall)
      calls.push({ ids: [userId], body: body.slice(at, at + maxPerCall) })
  }
  return calls.map(({ ids: some, body }) => ({ ids: some, input: { path, body } }))
}
