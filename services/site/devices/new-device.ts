/** Adding controllers to the tree (domain §15). */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { NewDevice } from '../../contracts/devices'
import { fold } from '../../contracts/fold'
import type { ControllerModel } from '../../contracts/product'
import { fail } from '../../kit/api-error'
import { sortName } from '../../kit/sort-name'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { insertRow } from '../hierarchy/rows'
import type { SpaceRecord } from '../hierarchy/tree-rows'
import { issueActivationCode } from '../onboarding/activation-codes'
import { readProduct } from '../packages/installed'
import { searchTextOf } from '../search/search-text'

export type DeviceDescription = z.output<typeof NewDevice>

/** Returns the model with that id or type code; undefined for none. Throws 4000 for an unknown one. */
export function findProduct(store: Store, name: string | null | undefined): ControllerModel | undefined {
  if (!name) return undefined
  const row = store.get<{ id: string }>('SELECT id FROM product WHERE id = ? OR model_type = ? LIMIT 1', name, name)
  return readProduct(store, row?.id ?? null) ?? fail(4000, { errors: { productId: 'errors.device.product' } })
}

/**
 * Throws for a host id that does not match the model (4301) or that another controller has, in any tenant (4302). A
 * model without a pattern accepts any.
 */
export function requireHostId(
  store: Store,
  { hostId, product, deviceId }: { hostId: string; product: ControllerModel | undefined; deviceId?: string },
): void {
  const pattern = product?.model.hostIdPattern
  if (!product || (pattern !== undefined && !new RegExp(pattern).test(hostId))) {
    fail(4301, { errors: { hostId: 'errors.onboarding.hostIdPattern' } })
  }
  const holder = store.get<{ id: string }>('SELECT id FROM device WHERE host_id = ?', hostId)
  if (holder && holder.id !== deviceId) fail(4302, { errors: { hostId: 'errors.onboarding.hostIdTaken' } })
}

/** Returns the first `quantity` free names in the space: `VAV`, `VAV-2`, `VAV-3` …. */
export function freeNames(
  store: Store,
  { spaceId, name, quantity }: { spaceId: string; name: string; quantity: number },
) {
  const usedNames = new Set(
    store.all<{ name: string }>('SELECT name FROM device WHERE space_id = ?', spaceId).map((row) => fold(row.name)),
  )
  const names: string[] = []
  for (let number = 1; names.length < quantity; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!usedNames.has(fold(candidate))) names.push(candidate)
  }
  return names
}

/** Adds one controller, not onboarded, with the activation code on its label; returns its id. */
export function addDevice(world: World, space: SpaceRecord, name: string, described: DeviceDescription): string {
  const { store } = world
  const product = findProduct(store, described.productId)
  if (described.hostId) requireHostId(store, { hostId: described.hostId, product })
  const row = {
    id: randomUUID(),
    tenant_id: space.tenant_id,
    customer_id: space.customer_id,
    site_id: space.site_id,
    building_id: space.building_id,
    space_id: space.id,
    name,
    sort_name: sortName(name),
    description: described.description ?? '',
    space_served: described.spaceServed ?? null,
    product_id: product?.id ?? null,
    model_type: product?.model.type ?? '',
    platform: product?.platform ?? '',
    host_id: described.hostId ?? '',
    properties: JSON.stringify(described.additionalProperties ?? {}),
  }
  insertRow(store, 'device', { ...row, search_text: searchTextOf(row, product) })
  world.links.of(row.id).added(row.id)
  issueActivationCode(world, row.id)
  return row.id
}
