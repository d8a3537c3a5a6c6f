/** Tunnels to controllers: open, list, close, expire (spec §7, domain §6.4). */
import type { ErrorCode } from '../../contracts/error-codes'
import type { site } from '../../contracts/site'
import type { TunnelService } from '../../contracts/tunnels'
import { fail } from '../../kit/api-error'
import { type Handlers, linkedWrite } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { excludedModels, rowNotExcluded } from '../../kit/excluded-models'
import { keysetPage } from '../../kit/keyset'
import { scopeOfCustomer, scopeOfDevice } from '../../kit/scope'
import type { World } from '../../kit/world'
import { LinkError, type TunnelAddress, type TunnelOrder } from '../../link/port'
import { tunnelObstacle } from '../devices/availability'
import type { DeviceRecord } from '../devices/rows'
import { pathFinder } from '../hierarchy/paths'
import { insertRow, readRow } from '../hierarchy/rows'
import { callerPerson, requireScopeWritable } from '../hierarchy/write-checks'
import type { TunnelRecord } from './records'
import {
  awaitOpening,
  breakTunnel,
  closeTunnel,
  endWait,
  expiryOf,
  liveSql,
  readTunnel,
  toTunnel,
  ulid,
} from './records'

const perDevice = 2
const perPerson = 10
const ports: Record<TunnelService, number> = { https: 443, ssh: 22, bacnet: 47_808 }

/** A tunnel that is requested of the link of its controller. */
interface Opening {
  deviceId: string
  order: TunnelOrder
}

type Tunnels = Pick<Handlers<typeof site>, 'openTunnel' | 'listTunnels' | 'closeTunnel' | 'findTunnels'>

export const tunnels: Tunnels = {
  openTunnel: linkedWrite<typeof site.openTunnel, Opening, TunnelAddress>({
    lanes: ({ params }) => [`tunnel:${params.id}`],
    prepare(call) {
      const { params, body, world, caller, touched } = call
      const { store, clock, jobs } = world
      const owner = requireScopeWritable(call, scopeOfDevice(store, params.id))
      const device = readRow(store, 'device', params.id)
      if (!world.links.of(device.id).can.has('tunnel')) fail(4310)
      requireReachable(world, device)
      const person = callerPerson(caller, owner.tenantId)
      requireBelowLimits(world, device.id, person.id)

      const now = clock.now()
      const id = `${device.id.slice(0, 8)}^${ulid(now)}`
      const targetPort = body.targetPort ?? ports[body.service]
      const closesAt = now + body.deleteAfterMin * 60_000
      insertRow(store, 'tunnel', {
        id,
        tenant_id: owner.tenantId,
        customer_id: owner.customerId,
        device_id: device.id,
        service: body.service,
        target_port: targetPort,
        reason: body.reason || null,
        status: 'requested',
        created_by_id: person.id,
        created_by_name: person.fullName,
        created_at: now,
        expires_at: closesAt,
      })
      awaitOpening(world, id)
      jobs.schedule('tunnel.expire', closesAt, { id }, expiryOf(id))
      touched(id)
      return { deviceId: device.id, order: { id, service: body.service, targetPort, closesAt } }
    },
    async perform(world, { deviceId, order }) {
      const { store, links } = world
      const row = () => readTunnel(store, order.id)
      // After a crash it may have ended before it is requested again.
      if (row()?.closed_at !== null) throw new LinkError('refused')
      try {
        const address = await links.of(deviceId).openTunnel(deviceId, order)
        // Meanwhile the wait for it may have ended.
        if (row()?.status === 'failed') throw new LinkError('unreachable')
        return address
      } catch (error) {
        store.transaction(() => {
          const open = row()
          if (open) breakTunnel(world, open)
        })
        throw error
      }
    },
    complete: ({ world }, { order }, { url }) => ({
      ...toTunnel(readTunnel(world.store, order.id) ?? fail(4005)),
      url,
    }),
  }),

  listTunnels({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return world.store
      .all<TunnelRecord>('SELECT * FROM tunnel WHERE device_id = ? ORDER BY created_at DESC, id DESC', params.id)
      .map(toTunnel)
  },

  closeTunnel(call) {
    const { params, world, touched } = call
    requireScopeWritable(call, scopeOfDevice(world.store, params.id))
    const row = readTunnel(world.store, params.tunnelId)
    if (row?.device_id !== params.id) fail(4005)
    closeTunnel(world, row)
    touched(row.id)
    return null
  },

  findTunnels(call) {
    const { query, world, caller, require } = call
    const { store } = world
    const customerId = query.customerId ?? call.customerId
    if (customerId !== undefined) require(scopeOfCustomer(store, customerId))
    const place =
      customerId === undefined
        ? territorySql(listTerritory(caller, 'tunnel.read'))
        : { sql: 'customer_id = ?', parameters: [customerId] }
    const others = rowNotExcluded('tunnel.device_id', excludedModels(store, { ...query, customerId }))
    const { rows, next, counts } = keysetPage<TunnelRecord>(store, {
      from: 'tunnel',
      columns: '*',
      where: `${place.sql} AND ${query.status ? 'status = ?' : liveSql} AND ${others.sql}`,
      parameters: [...place.parameters, ...(query.status ? [query.status] : []), ...others.parameters],
      orderBy: 'created_at',
      idColumn: 'id',
      descending: true,
      pageSize: query.pageSize,
      continuationToken: query.continuationToken,
    })
    const paths = pathFinder(store)
    return {
      data: rows.map((row) => {
        const device = readRow(store, 'device', row.device_id)
        const { id, name, host_id } = device
        return { ...toTunnel(row), device: { id, name, hostId: host_id, path: paths.ofDevice(device) } }
      }),
      ...counts,
      continuationToken: next,
    }
  },
}

const obstacles: Record<string, ErrorCode> = {
  notOnboarded: 4304,
  offline: 4303,
  licence: 4305,
  packageMissing: 4406,
}

function requireReachable(world: World, device: DeviceRecord): void {
  const reason = tunnelObstacle(world, device)
  if (reason) fail(obstacles[reason] ?? 4303)
}

function requireBelowLimits({ store }: World, deviceId: string, personId: string): void {
  const live = (column: 'device_id' | 'created_by_id', id: string) =>
    store.get<{ n: number }>(`SELECT count(*) AS n FROM tunnel WHERE ${column} = ? AND ${liveSql}`, id)?.n ?? 0
  if (live('device_id', deviceId) >= perDevice || live('created_by_id', personId) >= perPerson) fail(4308)
}

/** Registers the jobs that close a tunnel at its expiry, and that end the wait for a report of its link. */
export function registerTunnels(world: World): void {
  const { store, jobs } = world
  jobs.onRealTime<{ id: string; notice?: number }>('tunnel.step', ({ id, notice }) => endWait(world, id, notice))
  jobs.onRealTime<{ id: string }>('tunnel.expire', ({ id }) => {
    const row = readTunnel(store, id)
    if (row) closeTunnel(world, row)
  })
}
