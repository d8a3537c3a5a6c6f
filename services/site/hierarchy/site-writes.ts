/** Sites: add, change, remove (spec §7, domain §15). */
import { randomUUID } from 'node:crypto'
import type { site } from '../../contracts/site'
import { keepSite } from '../../history/earlier-inputs'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { scopeOfCustomer, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import type { SqlValue, Store } from '../../kit/store'
import { nameColumns, wordsOf } from '../../kit/words'
import { removeSite } from './removal'
import { siteReply } from './replies'
import { insertRow, readRow, saveRow } from './rows'
import { isSupportedTimeZone, zoneAt } from './time-zones'
import { rowETagOf } from './tree-rows'
import { requireFreeName, requireMatch, requireScopeWritable } from './write-checks'

type Create = ServiceCall<typeof site.createSite>
type Update = ServiceCall<typeof site.updateSite>
type SiteWrites = Pick<Handlers<typeof site>, 'createSite' | 'updateSite' | 'deleteSite'>

export const siteWrites: SiteWrites = {
  createSite(call) {
    const { params, body, world, touched } = call
    const owner = requireScopeWritable(call, scopeOfCustomer(world.store, params.id))
    requireFreeName(world.store, body.name, sitesOf(params.id))
    requireCoordinates(body.latitude ?? null, body.longitude ?? null)
    const id = randomUUID()
    insertRow(world.store, 'site', {
      id,
      tenant_id: owner.tenantId,
      customer_id: owner.customerId,
      ...nameColumns(body.name),
      usage: 'Unassigned',
      units: 'metric',
      time_zone: zoneAt(body),
      ...definedColumns(columnsOf(call, owner.customerId)),
    })
    updateAddressText(world.store, id)
    touched(id)
    return siteReply(world, id)
  },

  updateSite(call) {
    const { params, body, headers, world } = call
    const { store } = world
    const { customerId } = requireScopeWritable(call, scopeOfSite(store, params.id))
    const row = readRow(store, 'site', params.id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...siteReply(world, params.id), eTag: rowETagOf(row) },
      required: true,
    })
    if (body.name !== undefined) requireFreeName(store, body.name, sitesOf(customerId, params.id))
    const after = { ...row, ...definedColumns({ latitude: body.latitude, longitude: body.longitude }) }
    requireCoordinates(after.latitude, after.longitude)
    if (body.timeZone !== undefined || body.latitude !== undefined || body.longitude !== undefined)
      keepSite(world, params.id)
    saveRow(store, 'site', params.id, {
      ...(body.name === undefined ? {} : nameColumns(body.name)),
      ...columnsOf(call, customerId),
    })
    updateAddressText(store, params.id)
    return siteReply(world, params.id)
  },

  deleteSite(call) {
    const { params, query, headers, world } = call
    requireScopeWritable(call, scopeOfSite(world.store, params.id))
    requireMatch(headers, siteReply(world, params.id))
    removeSite(world, params.id, query.force === true)
    return null
  },
}

const sitesOf = (customerId: string, id?: string) => ({
  table: 'site' as const,
  where: 'customer_id = ?',
  parameters: [customerId],
  id,
})

/** Returns the columns that both kinds of save may set; undefined for omitted fields. */
function columnsOf(call: Create | Update, customerId: string): Record<string, SqlValue | undefined> {
  const { body } = call
  if (typeof body.timeZone === 'string' && !isSupportedTimeZone(body.timeZone)) {
    fail(4000, { errors: { timeZone: 'errors.time.zone' } })
  }
  return {
    description: body.description === null ? '' : body.description,
    site_group_id: groupOf(call, customerId),
    archived: body.archived === undefined ? undefined : body.archived ? 1 : 0,
    country: body.country,
    state: body.state,
    postal_code: body.postalCode,
    city: body.city,
    address: body.address,
    latitude: body.latitude,
    longitude: body.longitude,
    usage: body.usage === null ? 'Unassigned' : body.usage,
    size: body.size,
    units: body.units === null ? 'metric' : body.units,
    time_zone: body.timeZone ?? undefined,
  }
}

/** Returns the requested group, which must be of the same customer; null for none. */
function groupOf(call: Create | Update, customerId: string): string | null | undefined {
  const groupId = call.body.siteGroupId
  if (groupId === undefined) return undefined
  if (groupId === null || groupId === '') return null
  const group = requireScopeWritable(call, scopeOfSiteGroup(call.world.store, groupId))
  if (group.customerId !== customerId) fail(4203, { errors: { siteGroupId: 'errors.catalogue.otherCustomer' } })
  return groupId
}

function updateAddressText(store: Store, id: string): void {
  const { address, postal_code, city } = readRow(store, 'site', id)
  store.run('UPDATE site SET address_text = ? WHERE id = ?', wordsOf(address, postal_code, city), id)
}

function requireCoordinates(latitude: number | null, longitude: number | null): void {
  if ((latitude === null) !== (longitude === null)) {
    fail(4000, { errors: { [latitude === null ? 'latitude' : 'longitude']: 'errors.site.coordinates' } })
  }
}

const definedColumns = <T extends Record<string, SqlValue | undefined>>(columns: T) =>
  Object.fromEntries(Object.entries(columns).filter((entry): entry is [string, SqlValue] => entry[1] !== undefined))
