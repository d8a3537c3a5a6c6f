/** Deployments of a controller, of a customer, of one operation (spec §7, domain §17). */
import type { Deployment, PackageAction, Rollout, site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { type ExcludedModels, excludedModels, rowNotExcluded } from '../../kit/excluded-models'
import { keysetPage } from '../../kit/keyset'
import { scopeOfCustomer, scopeOfDevice } from '../../kit/scope'
import { columnIn } from '../../kit/search-words'
import type { SqlValue, Store } from '../../kit/store'
import type { World } from '../../kit/world'
import type { DeviceRecord } from '../devices/rows'
import { pathFinder } from '../hierarchy/paths'
import type { DeploymentRecord } from './records'
import { operationsOf, toDeployment } from './records'

export const listDeployments: Handlers<typeof site>['listDeployments'] = ({ params, world, require }) => {
  require(scopeOfDevice(world.store, params.id))
  return world.store
    .all<DeploymentRecord>(
      'SELECT * FROM deployment WHERE device_id = ? ORDER BY requested_at DESC, id DESC',
      params.id,
    )
    .map((row) => toDeployment(row, operationsOf(world.store, row.id)))
}

export const findDeployments: Handlers<typeof site>['findDeployments'] = (call) => {
  const { query, world } = call
  const { where, parameters } = conditionsOf(call)
  if (query.since !== undefined) {
    const since = Date.parse(query.since)
    if (Number.isNaN(since)) fail(4000, { errors: { since: 'errors.field.invalid' } })
    where.push('deployment.requested_at >= ?')
    parameters.push(since)
  }
  if (query.sort === 'state' && query.operationId === undefined) fail(4000, { errors: { sort: 'errors.sort.field' } })
  const { rows, next, counts } = keysetPage<DeploymentRecord>(world.store, {
    from: 'deployment',
    columns: '*',
    where: where.join(' AND '),
    parameters,
    ...(query.sort === 'state' ? { orderBy: failedFirst } : { orderBy: 'requested_at', descending: true }),
    idColumn: 'id',
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  const paths = pathFinder(world.store)
  const data: Deployment[] = rows.map((row) => {
    const device = deviceOf(world.store, row.device_id, paths)
    return { ...toDeployment(row, operationsOf(world.store, row.id)), ...(device && { device }) }
  })
  return { data, ...counts, continuationToken: next }
}

/** Failed, in progress, waiting, completed; each by name. */
const failedFirst = `CASE
    WHEN deployment.status IN ('PackageUploadFailure', 'PackageInstallationFailure') THEN '0'
    WHEN deployment.status = 'NotStarted' THEN '2'
    WHEN deployment.status = 'PackageInstallationSuccess' THEN '3'
    ELSE '1' END || (SELECT sort_name FROM device WHERE device.id = deployment.device_id)`

/** Returns the newest deployment of each operation. An operation may include several customers: one row each. */
function newestOfItsOperation(models: ExcludedModels) {
  const others = rowNotExcluded('newer.device_id', models)
  const sql = `NOT EXISTS (
    SELECT 1 FROM deployment AS newer
    WHERE newer.operation_id = deployment.operation_id AND newer.customer_id = deployment.customer_id
      AND (newer.requested_at, newer.id) > (deployment.requested_at, deployment.id) AND ${others.sql})`
  return { sql, parameters: others.parameters }
}

export const findRollouts: Handlers<typeof site>['findRollouts'] = (call) => {
  const { query, world } = call
  const { status, ...others } = query
  const { where, parameters } = conditionsOf({ ...call, query: others })
  const models = excludedModels(world.store, { ...query, customerId: query.customerId ?? call.customerId })
  if (status !== undefined) {
    const notExcluded = rowNotExcluded('one.device_id', models)
    const statusCondition = columnIn('one.status', status)
    where.push(`EXISTS (
      SELECT 1 FROM deployment AS one
      WHERE one.operation_id = deployment.operation_id AND one.customer_id = deployment.customer_id AND ${statusCondition[0]}
        AND ${notExcluded.sql})`)
    parameters.push(...statusCondition.slice(1), ...notExcluded.parameters)
  }
  const newest = newestOfItsOperation(models)
  const { rows, next, counts } = keysetPage<DeploymentRecord>(world.store, {
    from: 'deployment',
    columns: 'deployment.*',
    where: [...where, newest.sql].join(' AND '),
    parameters: [...parameters, ...newest.parameters],
    orderBy: 'deployment.requested_at',
    idColumn: 'deployment.id',
    descending: true,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    maxCounted: 1_000,
  })
  return { data: rows.map((row) => toRollout(world, row, models)), ...counts, continuationToken: next }
}

function toRollout({ store }: World, newest: DeploymentRecord, models: ExcludedModels): Rollout {
  const others = rowNotExcluded('deployment.device_id', models)
  const scopeParameters = [newest.operation_id, newest.customer_id, ...others.parameters]
  const statusCounts = store.all<{ status: DeploymentRecord['status']; n: number }>(
    `SELECT status, count(*) AS n FROM deployment WHERE operation_id = ? AND customer_id = ? AND ${others.sql}
     GROUP BY status`,
    ...scopeParameters,
  )
  const total = statusCounts.reduce((sum, { n }) => sum + n, 0)
  const operationRows = store.all<{ type: PackageAction; name: string; display: string; to_version: string | null }>(
    `SELECT type, package_name AS name, display_name AS display, to_version FROM deployment_operation
     WHERE deployment_id IN (
       SELECT id FROM deployment WHERE operation_id = ? AND customer_id = ? AND ${others.sql}
       ORDER BY requested_at DESC, id DESC LIMIT 100)
     GROUP BY type, package_name, to_version ORDER BY max(position), count(*), package_name, to_version`,
    ...scopeParameters,
  )
  return {
    operationId: newest.operation_id,
    requestedBy: newest.requested_by_id
      ? { id: newest.requested_by_id, fullName: newest.requested_by_name ?? '' }
      : null,
    requestedAt: timestamp(newest.requested_at),
    total,
    counts: Object.fromEntries(statusCounts.map(({ status, n }) => [status, n])),
    operations: operationRows.map(({ type, name, display, to_version }) => ({
      type,
      packageName: name,
      displayName: display,
      toVersion: to_version,
    })),
    device: total === 1 ? deviceOf(store, newest.device_id) : null,
  }
}

function deviceOf(store: Store, id: string, paths = pathFinder(store)): Deployment['device'] {
  const device = store.get<DeviceRecord>('SELECT * FROM device WHERE id = ?', id)
  return device && { id: device.id, name: device.name, hostId: device.host_id, path: paths.ofDevice(device) }
}

/**
 * Returns the conditions of the call, limited to what the caller may see: an operation may include several customers.
 */
function conditionsOf({
  query,
  world,
  caller,
  customerId,
  require,
}: Pick<ServiceCall<typeof site.findDeployments>, 'world' | 'caller' | 'customerId' | 'require'> & {
  query: { customerId?: string; operationId?: string; status?: string; withoutProducts?: string }
}) {
  const where: string[] = []
  const parameters: SqlValue[] = []
  const inCustomer = query.customerId ?? customerId
  if (inCustomer !== undefined) {
    require(scopeOfCustomer(world.store, inCustomer))
    where.push('deployment.customer_id = ?')
    parameters.push(inCustomer)
  } else {
    const reach = territorySql(listTerritory(caller, 'deploy.read'))
    where.push(reach.sql)
    parameters.push(...reach.parameters)
  }
  if (query.operationId !== undefined) {
    where.push('operation_id = ?')
    parameters.push(query.operationId)
  }
  const others = rowNotExcluded(
    'deployment.device_id',
    excludedModels(world.store, { ...query, customerId: inCustomer }),
  )
  where.push(others.sql)
  parameters.push(...others.parameters)
  if (query.status !== undefined) {
    where.push('deployment.status = ?')
    parameters.push(query.status)
  }
  return { where, parameters }
}
