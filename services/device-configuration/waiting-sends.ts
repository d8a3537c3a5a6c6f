/** Sends in progress or failed, and the cancellation of those not picked up yet (domain §5.1, §17). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { EntityError } from '../contracts/errors'
import type { ConfigurationType, SendState } from '../contracts/site'
import { fail } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { reachOf, requireSomewhere } from '../kit/caller'
import { timestamp } from '../kit/clock'
import { keysetPage } from '../kit/keyset'
import { isArchived, requireOnSomeDevice } from '../kit/require-on-some-device'
import { scopeOfCustomer, scopeOfDevice } from '../kit/scope'
import type { Condition } from '../kit/search-words'
import type { World } from '../kit/world'
import { applyOrder } from './send-states'
import { failSend, readState, sendIdOf, sendTtlMs } from './sends'

type Sends = Pick<Handlers<typeof deviceConfiguration>, 'findSends' | 'cancelSends'>

interface Row {
  id: string
  deviceId: string
  name: string
  hostId: string | null
  kind: ConfigurationType
  sendState: SendState
  operationId: string | null
  attempt: number
  queuedAt: number | null
}

/** Succeeded sends are part of the configuration of each controller. */
const listedStates = ['queued', 'running', 'failed'] as const

export const waitingSends: Sends = {
  findSends({ query, world, caller, require, ...call }) {
    const { store } = world
    const places: Condition[] = []
    const customerId = query.customerId ?? call.customerId
    if (customerId !== undefined) {
      require(scopeOfCustomer(store, customerId))
      places.push(['state.customer_id = ?', customerId])
    }
    if (query.deviceId !== undefined) {
      require(scopeOfDevice(store, query.deviceId))
      places.push(['state.device_id = ?', query.deviceId])
    }
    if (places.length === 0) {
      requireSomewhere(caller, 'config.read')
      fail(4000, { errors: { customerId: 'errors.field.required' } })
    }
    if (query.kind !== undefined) places.push(['state.type = ?', query.kind])
    if (query.operationId !== undefined) places.push(['state.operation_id = ?', query.operationId])
    if (query.since !== undefined) places.push(['state.queued_at >= ?', Date.parse(query.since)])
    const inStates = (states: readonly string[]): Condition[] => [
      ...places,
      [`state.send_state IN (${states.map(() => '?').join()})`, ...states],
    ]
    const question = (conditions: readonly Condition[]) => ({
      from: 'configuration_state AS state CROSS JOIN device ON device.id = state.device_id',
      where: conditions.map(([sql]) => `(${sql})`).join(' AND '),
      parameters: conditions.flatMap(([, ...values]) => values),
    })
    const {
      rows,
      next,
      counts: counted,
    } = keysetPage<Row>(store, {
      ...question(inStates(query.state ? [query.state] : listedStates)),
      columns: `device.id || state.type AS id, device.id AS deviceId, device.name AS name, device.host_id AS hostId,
        state.type AS kind, state.send_state AS sendState, state.operation_id AS operationId, state.attempt AS attempt,
        state.queued_at AS queuedAt`,
      orderBy: 'device.sort_name',
      idColumn: 'device.id || state.type',
      pageSize: query.pageSize,
      continuationToken: query.continuationToken,
    })
    const all = question(inStates(listedStates))
    const counts = store.all<{ state: SendState; n: number }>(
      `SELECT state.send_state AS state, count(*) AS n FROM ${all.from} WHERE ${all.where} GROUP BY 1`,
      ...all.parameters,
    )
    return {
      data: rows.map(({ id: _, queuedAt, ...row }) => ({
        ...row,
        queuedAt: queuedAt === null ? null : timestamp(queuedAt),
        waitsUntil: row.sendState === 'queued' && queuedAt !== null ? timestamp(queuedAt + sendTtlMs) : null,
      })),
      counts: Object.fromEntries(counts.map(({ state, n }) => [state, n])),
      ...counted,
      continuationToken: next,
    }
  },

  cancelSends({ body, caller, world, touched }) {
    requireOnSomeDevice(world, caller, { capability: 'config.send', deviceIds: body.deviceIds })
    const types = applyOrder.filter((type) => body.types.includes(type))
    const canceled: { deviceId: string; results: { type: ConfigurationType; sendState: SendState }[] }[] = []
    const failed: EntityError[] = []
    for (const deviceId of new Set(body.deviceIds)) {
      const refusal = refusalOf(world, deviceId, reachTo(world, caller, deviceId))
      if (refusal) {
        failed.push(refusal)
        continue
      }
      const results: (typeof canceled)[number]['results'] = []
      for (const type of types) {
        const row = readState(world.store, deviceId, type)
        if (row?.send_state !== 'queued') {
          const key = row?.send_state === 'running' ? 'errors.config.sendInProgress' : 'errors.config.notWaiting'
          failed.push({ entityId: deviceId, key, details: { type, errorCode: 4503 } })
          continue
        }
        const message = `${caller.fullName} cancelled the send before the controller picked it up.`
        failSend(world, row, { code: 'CANCELLED', message, step: 'queue' })
        world.links.of(deviceId).workAborted(deviceId, sendIdOf(row))
        results.push({ type, sendState: 'failed' })
      }
      if (results.length > 0) canceled.push({ deviceId, results })
    }
    touched(...canceled.map(({ deviceId }) => deviceId))
    if (failed.length > 0) fail(4100, { entities: failed, data: canceled })
    return { data: canceled }
  },
}

type Caller = ServiceCall<typeof deviceConfiguration.cancelSends>['caller']

function reachTo({ store }: World, caller: Caller, deviceId: string) {
  const scope = scopeOfDevice(store, deviceId)
  return scope && reachOf(caller, 'config.send', scope)
}

function refusalOf(world: World, entityId: string, far: ReturnType<typeof reachTo>): EntityError | null {
  const device = world.store.get<{ customer_id: string }>('SELECT customer_id FROM device WHERE id = ?', entityId)
  if (!device || far === undefined)
    return { entityId, key: 'errors.device.notFound', details: { type: 'notFound', errorCode: 4005 } }
  if (far === '-') return { entityId, key: 'errors.forbidden', details: { type: 'forbidden', errorCode: 4003 } }
  if (isArchived(world, device.customer_id))
    return { entityId, key: 'errors.archived', details: { type: 'archived', errorCode: 4202 } }
  return null
}
