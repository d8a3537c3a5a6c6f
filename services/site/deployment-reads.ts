/** Deployments of a controller, of a customer, of one operation (spec §7, domain §17). */
import type { Deployment, site } from '../contracts/site'
import type { Call, Handlers } from '../kit/call'
import { territoryToList, within } from '../kit/caller'
import { refuse } from '../kit/refusal'
import { scopeOfCustomer, scopeOfDevice } from '../kit/scope'
import type { Value } from '../kit/store'
import type { DeploymentRow } from './deployment-records'
import { operationsOf, toDeployment } from './deployment-records'
import type { DeviceRow } from './device-rows'
import { keysetPage } from './keyset'
import { pathFinder } from './paths'

export const listDeployments: Handlers<typeof site>['listDeployments'] = ({ params, world, require }) => {
  require(scopeOfDevice(world.store, params.id))
  return world.store
    .all<DeploymentRow>('SELECT * FROM deployment WHERE device_id = ? ORDER BY requested_at DESC, id DESC', params.id)
    .map((row) => toDeployment(row, operationsOf(world.store, row.id)))
}

export const findDeployments: Handlers<typeof site>['findDeployments'] = (call) => {
  const { query, world } = call
  const { where, parameters } = conditionsOf(call)
  const { rows, next, counted } = keysetPage<DeploymentRow>(world.store, {
    from: 'deployment',
    columns: '*',
    where: where.join(' AND '),
    parameters,
    orderBy: 'requested_at',
    idColumn: 'id',
    descending: true,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  const paths = pathFinder(world.store)
  const data: Deployment[] = rows.map((row) => {
    const device = world.store.get<DeviceRow>('SELECT * FROM device WHERE id = ?', row.device_id)
    return {
      ...toDeployment(row, operationsOf(world.store, row.id)),
      ...(device && {
        device: { id: device.id, name: device.name, hostId: device.host_id, path: paths.ofDevice(device) },
      }),
    }
  })
  return { data, ...counted, continuationToken: next }
}

/** What the caller may not see is not there: an operation may reach into several customers. */
function conditionsOf({ query, world, caller, customerId, require }: Call<typeof site.findDeployments>) {
  const where: string[] = []
  const parameters: Value[] = []
  const inCustomer = query.customerId ?? customerId
  if (inCustomer !== undefined) {
    require(scopeOfCustomer(world.store, inCustomer))
    where.push('customer_id = ?')
    parameters.push(inCustomer)
  } else {
    const reach = within(territoryToList(caller, 'deploy.read'))
    where.push(reach.sql)
    parameters.push(...reach.parameters)
  }
  if (query.operationId !== undefined) {
    where.push('operation_id = ?')
    parameters.push(query.operationId)
  }
  if (query.status !== undefined) {
    where.push('status = ?')
    parameters.push(query.status)
  }
  if (query.since !== undefined) {
    const since = Date.parse(query.since)
    if (Number.isNaN(since)) refuse(4000, { errors: { since: 'errors.field.invalid' } })
    where.push('requested_at >= ?')
    parameters.push(since)
  }
  return { where, parameters }
}
