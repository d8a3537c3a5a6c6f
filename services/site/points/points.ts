/** Points of a controller and their types (domain §4.1, §4.2, §4.6). */
import type { Catalog, PointType } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import { type Handlers, replyWith } from '../../kit/call'
import { requireSomewhere } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { seedId } from '../../kit/deterministic'
import { keysetPage } from '../../kit/keyset'
import { languageFrom } from '../../kit/messages'
import { scopeOfDevice } from '../../kit/scope'
import { equipmentTypes } from '../equipment/types'
import { ensurePoints } from './model-objects'
import { suggestType } from './suggestion'
import { pointTypes } from './types'
import type { PointRecord } from './values'
import { readHost, toPoints } from './values'

type PointReads = Pick<Handlers<typeof site>, 'listPointTypes' | 'listDevicePoints' | 'listCatalogs'>

/** Without a page size the list is complete; no licence allows more points. */
const maxPoints = 1000

export const pointReads: PointReads = {
  listPointTypes({ caller, headers }) {
    requireSomewhere(caller, 'point.read')
    const language = languageFrom(headers['accept-language'])
    return pointTypes.map((type): PointType => {
      const users = equipmentTypes.filter(({ roles }) => roles.some(({ pointTypeId }) => pointTypeId === type.id))
      const roles = users.flatMap((user) => user.roles.filter(({ pointTypeId }) => pointTypeId === type.id))
      return {
        id: type.id,
        name: type.name[language],
        kind: type.kind,
        unitQuantity: type.quantity,
        function: type.function,
        equipmentTypes: users.map(({ id }) => id),
        roles: [...new Set(roles.map(({ role }) => role))],
        defaultUnit: type.unit,
        aliases: [...type.aliases],
      }
    })
  },

  async listDevicePoints({ params, query, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    ensurePoints(world, params.id)
    const host = readHost(world, params.id) ?? fail(4005)
    const { rows, total, next } = keysetPage<PointRecord>(world.store, {
      from: 'point',
      columns: '*',
      where: 'device_id = ?',
      parameters: [params.id],
      orderBy: 'name',
      idColumn: 'id',
      pageSize: query.pageSize ?? (query.continuationToken ? undefined : maxPoints),
      continuationToken: query.continuationToken,
    })
    return replyWith(await toPoints(world, [host], rows), { total, next })
  },

  listCatalogs({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    ensurePoints(world, params.id)
    const host = readHost(world, params.id) ?? fail(4005)
    const rows = world.store.all<PointRecord & { mapped: number }>(
      `SELECT point.*, EXISTS (SELECT 1 FROM point_mapping WHERE point_id = point.id) AS mapped
       FROM point WHERE device_id = ? ORDER BY object_type, object_instance`,
      params.id,
    )
    if (rows.length === 0) return []
    const source = host.host_id.startsWith('Qnx') ? 'niagara' : 'bacnet'
    const catalog: Catalog = {
      id: seedId('catalog', params.id),
      name: source === 'niagara' ? 'Niagara' : 'BACnet',
      source,
      pointCount: rows.length,
      discoveredAt: timestamp(lastNight(world.clock.now())),
      entries: rows.map((row) => {
        const { pointTypeId, confidence } = suggestType(row)
        return {
          objectType: row.object_type,
          objectInstance: row.object_instance,
          name: row.name,
          description: row.display_name,
          unit: row.unit,
          kind: row.kind,
          isWritable: row.is_writable === 1,
          suggestedPointTypeId: pointTypeId,
          confidence,
          mappedPointId: row.mapped ? row.id : null,
        }
      }),
    }
    return [catalog]
  },
}

/** Controllers are scanned every night. */
const lastNight = (now: number) => Math.floor(now / 86_400_000) * 86_400_000
