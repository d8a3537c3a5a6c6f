/** Sites: add, change, remove (spec §7, domain §15). */
import { randomUUID } from 'node:crypto'
import type { site } from '../../contracts/site'
import type { Call, Handlers } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { refuse } from '../../kit/refusal'
import { scopeOfCustomer, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import type { Store, Value } from '../../kit/store'
import { namedAs, wordsOf } from '../../kit/words'
import { siteAnswer } from './answers'
import { requireFreeName, requireMatch, requireOpen } from './changing'
import { removeSite } from './removal'
import { insertRow, readRow, saveRow } from './rows'
import { isTimeZone, zoneAt } from './time-zones'
import { eTagOf } from './tree-rows'

type Create = Call<typeof site.createSite>
type Update = Call<typeof site.updateSite>
type SiteWrites = Pick<Handlers<typeof site>, 'createSite' | 'updateSite' | 'deleteSite'>

export const siteWrites: SiteWrites = {
  createSite(call) {
    const { params, body, world, touched } = call
    const owner = requireOpen(call, scopeOfCustomer(world.store, params.id))
    requireFreeName(world.store, body.name, sitesOf(params.id))
    requireCoordinates(body.latitude ?? null, body.longitude ?? null)
    const id = randomUUID()
    insertRow(world.store, 'site', {
      id,
      tenant_id: owner.tenantId,
      customer_id: owner.customerId,
      ...namedAs(body.name),
      usage: 'Unassigned',
      units: 'metric',
      time_zone: zoneAt(body),
      ...given(columnsOf(call, owner.customerId)),
    })
    keepAddressText(world.store, id)
    touched(id)
    return siteAnswer(world, id)
  },

  updateSite(call) {
    const { params, body, headers, world } = call
    const { store } = world
    const { customerId } = requireOpen(call, scopeOfSite(store, params.id))
    const row = readRow(store, 'site', params.id)
    requireCurrent({
      body: body.eTag,
      ifMatch: headers['if-match'],
      current: { ...siteAnswer(world, params.id), eTag: eTagOf(row) },
      required: true,
    })
    if (body.name !== undefined) requireFreeName(store, body.name, sitesOf(customerId, params.id))
    const after = { ...row, ...given({ latitude: body.latitude, longitude: body.longitude }) }
    requireCoordinates(after.latitude, after.longitude)
    saveRow(store, 'site', params.id, {
      ...(body.name === undefined ? {} : namedAs(body.name)),
      ...columnsOf(call, customerId),
    })
    keepAddressText(store, params.id)
    return siteAnswer(world, params.id)
  },

  deleteSite(call) {
    const { params, query, headers, world } = call
    requireOpen(call, scopeOfSite(world.store, params.id))
    requireMatch(headers, siteAnswer(world, params.id))
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
function columnsOf(call: Create | Update, customerId: string): Record<string, Value | undefined> {
  const { body } = call
  if (typeof body.timeZone === 'string' && !isTimeZone(body.timeZone)) {
    refuse(4000, { errors: { timeZone: 'errors.time.zone' } })
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
  const group = requireOpen(call, scopeOfSiteGroup(call.world.store, groupId))
  if (group.customerId !== customerId) refuse(4203, { errors: { siteGroupId: 'errors.catalogue.otherCustomer' } })
  return groupId
}

function keepAddressText(store: Store, id: string): void {
  const { address, postal_code, city } = readRow(store, 'site', id)
  store.run('UPDATE site SET address_text = ? WHERE id = ?', wordsOf(address, postal_code, city), id)
}

function requireCoordinates(latitude: number | null, longitude: number | null): void {
  if ((latitude === null) !== (longitude === null)) {
    refuse(4000, { errors: { [latitude === null ? 'latitude' : 'longitude']: 'errors.site.coordinates' } })
  }
}

const given = <T extends Record<string, Value | undefined>>(columns: T) =>
  Object.fromEntries(Object.entries(columns).filter((entry): entry is [string, Value] => entry[1] !== undefined))
