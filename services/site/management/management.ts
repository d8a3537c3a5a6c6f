/** Asking controllers of other makers what they are, and telling them what to do with themselves. */
import type { StatedIdentity } from '../../contracts/controller-management'
import type { ManagementOrderName } from '../../contracts/management-names'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import { type Handlers, linkedWrite } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { scopeOfDevice } from '../../kit/scope'
import { type ControllerLink, LinkError, type ManagementOrder } from '../../link/port'
import { refusalCodes } from '../../link/refusal-codes'
import { requireScopeWritable } from '../hierarchy/write-checks'
import { transfersOf } from './file-transfers'
import { requireManageable } from './manageable'
import { failWithAnswer, keepPassword, takePassword } from './passwords'

type Management = Pick<
  Handlers<typeof site>,
  'getControllerIdentity' | 'listTrendLogs' | 'listFileTransfers' | 'manageController'
>

interface OrderWork {
  deviceId: string
  order: ManagementOrderName
  minutes: number
  /** Names the password in memory. */
  passwordKey: string
}

export const controllerManagement: Management = {
  async getControllerIdentity({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const link = world.links.of(params.id)
    if (!link.can.has('management')) fail(4310)
    return { data: await identityOf(link, params.id) }
  },

  listTrendLogs({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const rows = world.store.all<TrendLogRow>(
      `SELECT trend_log.name, point_id, display_name, records, missed, clock_ahead_ms, read_at, refusal
       FROM trend_log JOIN point ON point.id = point_id WHERE trend_log.device_id = ?
       ORDER BY trend_log.name, trend_log.object_type, trend_log.object_instance, member`,
      params.id,
    )
    return {
      data: rows.map(({ point_id, display_name, clock_ahead_ms, read_at, ...row }) => ({
        ...row,
        pointId: point_id,
        pointName: display_name,
        clockAheadMs: clock_ahead_ms,
        readAt: read_at === null ? null : timestamp(read_at),
      })),
    }
  },

  listFileTransfers({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return { data: transfersOf(world, params.id) }
  },

  manageController: linkedWrite<typeof site.manageController, OrderWork, null>({
    lanes: ({ params }) => [`management:${params.id}`],
    prepare(call) {
      const { params, body, world } = call
      requireScopeWritable(call, scopeOfDevice(world.store, params.id))
      requireManageable(world, params.id)
      call.touched(params.id)
      const { order, minutes, password } = body
      return { deviceId: params.id, order, minutes: minutes ?? 0, passwordKey: keepPassword(password) }
    },
    async perform(world, { deviceId, order, minutes, passwordKey }) {
      try {
        await world.links.of(deviceId).manage(deviceId, orderOf(order, minutes, takePassword(passwordKey)))
      } catch (error) {
        failWithAnswer(error)
      }
      return null
    },
    complete({ world, touched }, { deviceId, order }) {
      touched(deviceId)
      return { data: { order, at: timestamp(world.clock.now()) } }
    },
  }),
}

/** Asks a controller what it is. Throws 4303 while it is silent. */
async function identityOf(link: ControllerLink, deviceId: string): Promise<StatedIdentity> {
  try {
    const { services, ...identity } = await link.identify(deviceId)
    return { ...identity, services: services && [...services] }
  } catch (error) {
    if (error instanceof LinkError) fail(refusalCodes[error.refusal])
    throw error
  }
}

function orderOf(order: ManagementOrderName, minutes: number, password: string | null): ManagementOrder {
  switch (order) {
    case 'warmStart':
    case 'coldStart':
      return { kind: 'restart', start: order === 'warmStart' ? 'warm' : 'cold', password }
    case 'silence':
    case 'silenceUnasked':
      return { kind: 'silence', isComplete: order === 'silence', minutes, password }
    case 'speak':
      return { kind: 'speak', password }
  }
}

interface TrendLogRow {
  name: string
  point_id: string
  display_name: string
  records: number
  missed: number
  clock_ahead_ms: number | null
  read_at: number | null
  refusal: string | null
}
