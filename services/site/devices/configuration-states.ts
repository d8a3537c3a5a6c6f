/** Which configuration of which controllers is saved, waiting, sent or failed (domain §17). */
import type { site } from '../../contracts/site'
import { isConnected } from '../../fleet/heartbeat'
import type { Handlers } from '../../kit/call'
import { territoryToList, within } from '../../kit/caller'
import { keysetPage } from '../../kit/keyset'
import { scopeOfCustomer, scopeOfSite } from '../../kit/scope'
import type { Value } from '../../kit/store'
import { pathFinder } from '../hierarchy/paths'
import { leftOut, ofOtherModels } from './left-out'
import type { DeviceRow } from './rows'
import { configStatesOf } from './rows'

export const configurationStates: Handlers<typeof site>['configurationStates'] = (call) => {
  const { query, world, caller, require } = call
  const customerId = query.customerId ?? call.customerId
  const where: string[] = []
  const parameters: Value[] = []
  if (customerId !== undefined) {
    require(scopeOfCustomer(world.store, customerId))
    where.push('customer_id = ?')
    parameters.push(customerId)
  }
  if (query.siteId !== undefined) {
    require(scopeOfSite(world.store, query.siteId))
    where.push('site_id = ?')
    parameters.push(query.siteId)
  }
  if (where.length === 0) {
    const reach = within(territoryToList(caller, 'config.read'))
    where.push(reach.sql)
    parameters.push(...reach.parameters)
  }
  const others = ofOtherModels(leftOut(world.store, { ...query, customerId }))
  where.push(others.sql)
  parameters.push(...others.parameters)
  const { rows, next, counted } = keysetPage<DeviceRow>(world.store, {
    from: 'device',
    columns: '*',
    where: where.join(' AND '),
    parameters,
    orderBy: 'sort_name',
    idColumn: 'id',
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  const states = configStatesOf(world, rows)
  const paths = pathFinder(world.store)
  const now = world.clock.now()
  return {
    data: rows.map((row) => ({
      deviceId: row.id,
      name: row.name,
      hostId: row.host_id,
      connected: isConnected(row, now),
      states: states.get(row.id) ?? {},
      path: paths.ofDevice(row),
    })),
    ...counted,
    continuationToken: next,
  }
}
