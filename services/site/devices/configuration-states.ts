/** Configurations of controllers that are saved, waiting, sent or failed (domain §17). */
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { deviceNotExcluded, excludedModels } from '../../kit/excluded-models'
import { keysetPage } from '../../kit/keyset'
import { scopeOfCustomer, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import { anyCondition, type Condition, entryContains, idsContaining } from '../../kit/search-words'
import { queryWords } from '../../kit/words'
import { isConnected, silenceMs } from '../../link/presence'
import { pathFinder } from '../hierarchy/paths'
import { byEntry, entryConditions, entryOrder } from './by-entry'
import { isRareState, stateCondition } from './configuration-conditions'
import type { DeviceRecord } from './rows'
import { configStatesOf } from './rows'

type StatesCall = ServiceCall<typeof site.configurationStates>

export const configurationStates: Handlers<typeof site>['configurationStates'] = (call) => {
  const { query, world } = call
  const { places, customerId } = placesOf(call)
  const state = query.kind && query.state && stateOf(call, customerId)
  const words = queryWords(query.search)
  const few = words.length ? idsContaining(world.store, { kind: 'device', words }) : undefined
  const isOfMany =
    words.length > 0 && !few && customerId !== undefined && !places.isNarrow && !(state && state.isByState)
  const devices = isOfMany ? byEntry : 'device'
  const where = [
    ...places.conditions,
    ...(state ? [state.condition] : []),
    ...(isOfMany ? entryConditions(customerId, words) : wordConditions(words, few)),
  ]
  const maxCounted = words.length > 0 ? maxCountedWithWords : state?.maxCounted
  const { rows, next, counts } = keysetPage<DeviceRecord>(world.store, {
    from: state ? state.joinedTo(devices) : devices,
    columns: 'device.*',
    where: where.map(([sql]) => `(${sql})`).join(' AND '),
    parameters: where.flatMap(([, ...values]) => values),
    ...(isOfMany ? entryOrder : { orderBy: 'device.sort_name', idColumn: 'device.id' }),
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    ...(maxCounted ? { maxCounted } : {}),
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
    ...counts,
    continuationToken: next,
  }
}

interface Places {
  conditions: Condition[]
  /** Whether a group or a site is named, which have fewer controllers than their customer has with frequent words. */
  isNarrow: boolean
}

/**
 * Returns the conditions of the requested customer, group and site, or of all the caller may read, without excluded
 * models.
 */
function placesOf(call: StatesCall): { places: Places; customerId: string | undefined } {
  const { query, world, caller, require } = call
  const customerId = query.customerId ?? call.customerId
  const places: Condition[] = []
  if (customerId !== undefined) {
    require(scopeOfCustomer(world.store, customerId))
    places.push(['device.customer_id = ?', customerId])
  }
  const group = query.groupId === undefined ? undefined : scopeOfSiteGroup(world.store, query.groupId)
  if (query.groupId !== undefined) {
    require(group)
    places.push(['device.site_id IN (SELECT id FROM site WHERE site_group_id = ?)', query.groupId])
  }
  const site = query.siteId === undefined ? undefined : scopeOfSite(world.store, query.siteId)
  if (query.siteId !== undefined) {
    require(site)
    places.push(['device.site_id = ?', query.siteId])
  }
  if (places.length === 0) {
    const reach = territorySql(listTerritory(caller, 'config.read'))
    places.push([reach.sql, ...reach.parameters])
  }
  const others = deviceNotExcluded(excludedModels(world.store, { ...query, customerId }))
  places.push([others.sql, ...others.parameters])
  const isNarrow = query.groupId !== undefined || query.siteId !== undefined
  return { places: { conditions: places, isNarrow }, customerId: customerId ?? group?.customerId ?? site?.customerId }
}

/** Only for a customer: states are looked up there. */
function stateOf({ query: { kind, state }, world }: StatesCall, customerId: string | undefined) {
  if (!kind || !state || customerId === undefined) return fail(4000, { errors: { state: 'errors.field.invalid' } })
  const filter = { kind, customerId, connectedAfter: world.clock.now() - silenceMs }
  const table = 'configuration_state AS state'
  const isByState = state.every((one) => isRareState(world.store, one, filter))
  return {
    condition: anyCondition(state.map((one) => stateCondition(one, filter))),
    isByState,
    // The first table is read row by row: the few in the state, or all in the order of their names.
    joinedTo: (devices: string) =>
      isByState
        ? `${table} CROSS JOIN device ON device.id = state.device_id`
        : `${devices} CROSS JOIN ${table} ON state.device_id = device.id`,
    ...(isByState ? {} : { maxCounted: maxCountedByName }),
  }
}

const maxCountedByName = 1_000
const maxCountedWithWords = 1_000

/** Words of the controller or its place; rare words are looked up, frequent ones compared row by row. */
function wordConditions(words: readonly string[], few: readonly string[] | undefined): Condition[] {
  if (words.length === 0) return []
  if (!few) return [entryContains('device.id', { words })]
  return [['device.id IN (SELECT value FROM json_each(?))', JSON.stringify(few)]]
}
