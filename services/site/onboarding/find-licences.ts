/**
 * The licences of the controllers below a node, by usage (domain §6.3, §17). All controllers of a model use the same
 * share of theirs, with few exceptions, so a list is read model by model and the exceptions are merged in.
 */
import type { Licence } from '../../contracts/onboarding'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { deviceNotExcluded, excludedModels } from '../../kit/excluded-models'
import { keysetPage } from '../../kit/keyset'
import { defaultPageSize, pageOf, parseToken } from '../../kit/paging'
import { scopeOfCustomer, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import type { Condition } from '../../kit/search-words'
import type { World } from '../../kit/world'
import type { DeviceRecord } from '../devices/rows'
import { pathFinder } from '../hierarchy/paths'
import { pointsOfModels } from '../points/model-objects'
import { licenceExceptions, licenceOf, licensedModels } from './licences'

type FindLicences = ServiceCall<typeof site.findLicences>

const scopes = { customerId: scopeOfCustomer, groupId: scopeOfSiteGroup, siteId: scopeOfSite } as const

const below = {
  customerId: 'device.customer_id = ?',
  groupId: 'device.site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  siteId: 'device.site_id = ?',
} as const satisfies Record<keyof typeof scopes, string>

/** Controllers of a model with the licence of the model. */
interface StandardModel {
  model: string
  share: number
}

interface DeviceShare {
  device: DeviceRecord
  share: number
}

/** What is searched: the controllers of the models without the exceptions, some of which are in the list. */
interface LicenceSearch {
  conditions: readonly Condition[]
  standard: readonly StandardModel[]
  exceptions: readonly DeviceShare[]
  /** Ids of all exceptions, as JSON. */
  exceptionIds: string
}

export const findLicences: Handlers<typeof site>['findLicences'] = (call) => {
  const { query, world } = call
  const search = searchOf(call)
  const sort = query.sort ?? '-used'
  if (!['name', 'used'].includes(sort.replace(/^-/, ''))) fail(4000, { errors: { sort: 'errors.sort.field' } })
  const selection = selected(search)
  const descending = sort.startsWith('-')
  const pageByName = keysetPage<DeviceRecord>(world.store, {
    ...selection,
    columns: 'device.*',
    orderBy: 'device.sort_name',
    idColumn: 'device.id',
    descending,
    pageSize: sort.endsWith('name') ? query.pageSize : 1,
    continuationToken: sort.endsWith('name') ? query.continuationToken : undefined,
  })
  const { rows, next } = sort.endsWith('name') ? pageByName : byUse(world, search, { ...query, descending })
  return { data: toPlacedLicences(world, rows), ...pageByName.counts, continuationToken: next }
}

function searchOf(call: FindLicences): LicenceSearch {
  const { query, world } = call
  const conditions = placesOf(call)
  const all = licenceExceptions(world, conditions)
  const has = ({ state, features }: Pick<Licence, 'state' | 'features'>) =>
    (query.state?.includes(state) ?? true) && (query.feature?.some((one) => features.includes(one)) ?? true)
  const usual = pointsOfModels(world.store)
  const standard = [...licensedModels(world).values()].flatMap(({ model, license }) => {
    const used = usual.get(model.type) ?? 0
    const state = used > license.maxPoints ? ('exceeded' as const) : ('valid' as const)
    return has({ state, features: license.features }) ? [{ model: model.type, share: used / license.maxPoints }] : []
  })
  return {
    conditions,
    standard,
    exceptions: all.flatMap(({ device, licence }) => (has(licence) ? [{ device, share: shareOf(licence) }] : [])),
    exceptionIds: JSON.stringify(all.map(({ device }) => device.id)),
  }
}

/** A licence that was never issued has no usage. */
const shareOf = ({ usedPoints, maxPoints }: Licence) => (maxPoints > 0 ? usedPoints / maxPoints : -1)

function selected({ conditions, standard, exceptions, exceptionIds }: LicenceSearch) {
  const few: Condition = [
    'device.id IN (SELECT value FROM json_each(?))',
    JSON.stringify(exceptions.map(({ device }) => device.id)),
  ]
  const ofModels: Condition = [
    '(device.model_type IN (SELECT value FROM json_each(?)) AND device.id NOT IN (SELECT value FROM json_each(?)))',
    JSON.stringify(standard.map(({ model }) => model)),
    exceptionIds,
  ]
  // A list of exceptions only starts from them.
  const isListed: Condition =
    standard.length === 0
      ? few
      : [`(${ofModels[0]} OR ${few[0]})`, ...(ofModels.slice(1) as string[]), ...(few.slice(1) as string[])]
  const all: Condition[] = [...conditions, ['device.onboarded = 1'], ['device.product_id IS NOT NULL'], isListed]
  return {
    from: 'device',
    where: all.map(([sql]) => sql).join(' AND '),
    parameters: all.flatMap(([, ...values]) => values),
  }
}

interface LicencePage {
  descending: boolean
  pageSize?: number | undefined
  continuationToken?: string | undefined
}

/** Returns a page by used share, then by id. */
function byUse(
  world: World,
  search: LicenceSearch,
  { descending, pageSize = defaultPageSize, continuationToken }: LicencePage,
) {
  const { conditions, standard, exceptions, exceptionIds } = search
  const [afterShare, afterId] = continuationToken ? parseToken(continuationToken, 2) : []
  const direction = descending ? -1 : 1
  const shares = [...new Set([...standard, ...exceptions].map(({ share }) => share))]
    .sort((one, other) => direction * (one - other))
    .filter((share) => afterShare === undefined || direction * (share - Number(afterShare)) >= 0)
  const placedRows: DeviceShare[] = []
  for (const share of shares) {
    const remaining = pageSize + 1 - placedRows.length
    if (remaining <= 0) break
    const from = share === afterShare ? String(afterId) : ''
    const ofModels = standard
      .filter((one) => one.share === share)
      .flatMap(({ model }) =>
        world.store.all<DeviceRecord>(
          `SELECT device.* FROM device
           WHERE ${conditions.map(([sql]) => sql).join(' AND ')} AND device.model_type = ? AND device.onboarded = 1
             AND device.product_id IS NOT NULL AND device.id NOT IN (SELECT value FROM json_each(?)) AND device.id > ?
           ORDER BY device.id LIMIT ?`,
          ...conditions.flatMap(([, ...values]) => values),
          model,
          exceptionIds,
          from,
          remaining,
        ),
      )
    const ofFew = exceptions.filter((one) => one.share === share && one.device.id > from).map(({ device }) => device)
    const all = [...ofModels, ...ofFew].sort((one, other) => (one.id < other.id ? -1 : 1))
    placedRows.push(...all.slice(0, remaining).map((device) => ({ device, share })))
  }
  const { rows, next } = pageOf(placedRows, pageSize, ({ device, share }) => [share, device.id])
  return { rows: rows.map(({ device }) => device), next }
}

/**
 * Returns the conditions of the named nodes, each of which the caller must be allowed to see; by default everything the
 * caller may see.
 */
function placesOf({ query, world, caller, customerId, require }: FindLicences): Condition[] {
  const nodes = { ...query, customerId: query.customerId ?? customerId }
  const places = (Object.keys(scopes) as (keyof typeof scopes)[]).flatMap((name): Condition[] => {
    const id = nodes[name]
    if (id === undefined) return []
    require(scopes[name](world.store, id))
    return [[below[name], id]]
  })
  const models = deviceNotExcluded(excludedModels(world.store, nodes))
  const others: Condition = [models.sql, ...models.parameters]
  if (places.length > 0) return [...places, others]
  const { sql, parameters } = territorySql(listTerritory(caller, 'device.read'))
  return [[sql, ...parameters], others]
}

function toPlacedLicences(world: World, devices: readonly DeviceRecord[]) {
  const models = licensedModels(world)
  const paths = pathFinder(world.store)
  paths.load(
    'space',
    devices.map((device) => device.space_id),
  )
  return devices.flatMap((device) => {
    const model = models.get(device.product_id ?? '')
    if (!model) return []
    const { id, name, host_id, product_id, site_id } = device
    return [
      {
        device: { id, name, hostId: host_id, productId: product_id, siteId: site_id, path: paths.ofDevice(device) },
        licence: licenceOf(world, device, model),
      },
    ]
  })
}
