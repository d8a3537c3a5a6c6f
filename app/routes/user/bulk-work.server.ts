/** Does to several people at once what their plan says: call by call in the order of domain §16, each call for all who need it. */
import { tenant } from '#contracts/tenant'
import { ServiceError } from '~/backend/service-error'
import type { WorkDesk } from '~/change/desk'
import { refusedIn } from '~/change/ledger'
import { config } from '~/config.server'
import { roleIdOf } from '~/domain/effective-role'
import type { RoleCall } from '~/domain/role-changes'
import { callsIn } from './role-plan'

/** As many people as one call takes. */
const mostInOne = 500

/** An order that is everybody's own: nobody's calls come out of it in another (domain §16). */
const order = [
  'removeCustomerPermissions',
  'addRole',
  'removeRole',
  'addCustomerPermissions',
  'offboard',
] as const satisfies RoleCall['call'][]

/** Changes the roles of everybody in the plan; somebody whose call fails is left out of the later ones. */
export async function changeTogether(desk: WorkDesk<unknown>, tenantId: string): Promise<void> {
  const waiting = new Map(
    desk.plan.rows.flatMap((row) => (row.effect === 'change' ? [[row.subject.id, callsIn(row.fields)] as const] : [])),
  )
  for (const kind of order) {
    for (const group of groupsOf(kind, waiting)) {
      for (const ids of chunks(group.ids.filter((id) => waiting.has(id)))) {
        await sendFor(desk, ids, {
          send: () =>
            sendCall(desk, { tenantId, ids, call: group.call, callOf: (id) => callOf(waiting.get(id), kind) }),
          failed: (id) => waiting.delete(id),
        })
        for (const id of ids) finish(desk, waiting, id, group.call)
      }
    }
  }
}

/** Deletes the records in the plan. */
export async function deleteTogether(desk: WorkDesk<unknown>, tenantId: string): Promise<void> {
  const ids = desk.plan.rows.flatMap(({ effect, subject }) => (effect === 'change' ? subject.id : []))
  for (const some of chunks(ids)) {
    const failed = new Set<string>()
    await sendFor(desk, some, {
      send: () =>
        desk.write(
          tenant.removeUsers,
          { path: { id: tenantId }, body: some.map((userId) => ({ userId, mode: 'delete' as const })) },
          some,
        ),
      failed: (id) => failed.add(id),
    })
    for (const id of some) if (!failed.has(id)) desk.ended(id, 'done')
  }
}

type Waiting = Map<string, RoleCall[]>

function callOf(calls: readonly RoleCall[] | undefined, kind: RoleCall['call']): RoleCall | undefined {
  return calls?.find(({ call }) => call === kind)
}

/** Who needs the same call: the same role given or taken, in the same customer. */
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

function chunks(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / mostInOne) }, (_, at) =>
    ids.slice(at * mostInOne, (at + 1) * mostInOne),
  )
}

/** Takes a call off somebody's list; with the last one they are done. */
function finish(desk: WorkDesk<unknown>, waiting: Waiting, id: string, done: RoleCall): void {
  const calls = waiting.get(id)
  if (!calls) return
  const left = calls.filter((call) => call.call !== done.call || keyOf(call) !== keyOf(done))
  waiting.set(id, left)
  if (left.length === 0) desk.ended(id, 'done')
}

/** Sends one call and tells how it went for each; trouble that would meet every other call as well is passed on. */
async function sendFor(
  { ended }: WorkDesk<unknown>,
  ids: readonly string[],
  { send, failed }: { send: () => Promise<unknown>; failed: (id: string) => void },
): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === 401) throw error
    const named = refusedIn(error)
    for (const id of ids) {
      const told = named.get(id)
      if (named.size > 0 && !told) continue
      failed(id)
      const { code, service, trouble } = error
      const detail = told ?? { code, service, trouble }
      if (!error.isDown || error.mayHaveHappened) ended(id, error.mayHaveHappened ? 'unknown' : 'failed', detail)
    }
    if (error.isDown) throw error
  }
}

interface Sent {
  tenantId: string
  ids: readonly string[]
  call: RoleCall
  /** The call of its kind that is meant for somebody. */
  callOf: (id: string) => RoleCall | undefined
}

async function sendCall({ write }: WorkDesk<unknown>, { tenantId, ids, call, callOf }: Sent): Promise<void> {
  const { roleIds } = config()
  const path = { id: tenantId }
  const body = [...ids]
  switch (call.call) {
    case 'addRole':
      await write(tenant.addRole, { path: { ...path, roleId: roleIdOf(call.role, roleIds) }, body }, ids)
      return
    case 'removeRole':
      await write(tenant.removeRole, { path: { ...path, roleId: roleIdOf(call.role, roleIds) }, body }, ids)
      return
    case 'removeCustomerPermissions': {
      const permissions = ids.flatMap((userId) => {
        const own = callOf(userId)
        if (own?.call !== 'removeCustomerPermissions') return []
        return own.permissions.map(({ customerId, role }) => ({ customerId, userId, roleId: roleIdOf(role, roleIds) }))
      })
      for (let at = 0; at < permissions.length; at += mostInOne)
        await write(tenant.removeCustomerPermissions, { path, body: permissions.slice(at, at + mostInOne) }, ids)
      return
    }
    case 'addCustomerPermissions': {
      const { customerId, roleInCustomer } = call
      await write(tenant.addCustomerPermissions, { path, body: { roleInCustomer, userIds: body, customerId } }, ids)
      return
    }
    case 'offboard':
      await write(
        tenant.removeUsers,
        { path, body: body.map((userId) => ({ userId, mode: 'offboard' as const })) },
        ids,
      )
  }
}
