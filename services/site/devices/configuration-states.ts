/** Configurations of controllers that are saved, waiting, sent or failed (domain §17). */
import type { site } from '../../contracts/site'
import { isConnected, silenceMs } from '../../fleet/heartbeat'
import type { Call, Handlers } from '../../kit/call'
import { territoryToList, within } from '../../kit/caller'
import { keysetPage } from '../../kit/keyset'
import { leftOut, ofOtherModels } from '../../kit/left-out'
import { refuse } from '../../kit/refusal'
import { scopeOfCustomer, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import { anyOfThese, type Condition, fewHolding, holding } from '../../kit/search-words'
import { wordsIn } from '../../kit/words'
import type { World } from '../../kit/world'
import { pathFinder } from '../hierarchy/paths'
import { areFew, inState } from './configuration-conditions'
import type { DeviceRow } from './rows'
import { configStatesOf } from './rows'

type Asked = Call<typeof site.configurationStates>

export const configurationStates: Handlers<typeof site>['configurationStates'] = (call) => {
  const { query, world } = call
  const { places, customerId } = placesOf(call)
  const state = query.kind && query.state && stateOf(call, customerId)
  const words = wordsIn(query.search)
  const where = [...places, ...(state ? [state.condition] : []), ...holdingAll(world, words)]
  const mostCounted = words.length > 0 ? mostCountedWithWords : state?.mostCounted
  const { rows, next, counted } = keysetPage<DeviceRow>(world.store, {
    from: state ? state.from : 'device',
    columns: 'device.*',
    where: where.map(([sql]) => `(${sql})`).join(' AND '),
    parameters: where.flatMap(([, ...values]) => values),
    orderBy: 'device.sort_name',
    idColumn: 'device.id',
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    ...(mostCounted ? { mostCounted } : {}),
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

/**
 * Returns the conditions of the requested customer, group and site, or of all the caller may read, without excluded
 * models.
 */
function placesOf(call: Asked): { places: Condition[]; customerId: string | undefined } {
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
    const reach = within(territoryToList(caller, 'config.read'))
    places.push([reach.sql, ...reach.parameters])
  }
  const others = ofOtherModels(leftOut(world.store, { ...query, customerId }))
  places.push([others.sql, ...others.parameters])
  return { places, customerId: customerId ?? group?.customerId ?? site?.customerId }
}

/** Only for a customer: states are looked up there. */
function stateOf({ query: { kind, state }, world }: Asked, customerId: string | undefined) {
  if (!kind || !state || customerId === undefined) return refuse(4000, { errors: { state: 'errors.field.invalid' } })
  const asked = { kind, customerId, connectedAfter: world.clock.now() - silenceMs }
  const table = 'configuration_state AS state'
  const isByState = state.every((one) => areFew(world.store, one, asked))
  return {
    condition: anyOfThese(state.map((one) => inState(one, asked))),
    // The first table is read row by row: the few in the state, or all in the order of their names.
    from: isByState
      ? `${table} CROSS JOIN device ON device.id = state.device_id`
      : `device CROSS JOIN ${table} ON state.device_id = device.id`,
    ...(isByState ? {} : { mostCounted: mostCountedByName }),
  }
}

const mostCountedByName = 1_000
const mostCountedWithWords = 1_000

/** Words of the controller or its place; rare words are looked up, frequent ones compared row by row. */
function holdingAll({ store }: World, words: readonly string[]): Condition[] {
  if (words.length === 0) return []
  const few = fewHolding(store, { kind: 'device', words })
  if (!few) return [holding('device.id', { words })]
  return [['device.id IN (SELECT value FROM json_each(?))', JSON.stringify(few)]]
}
