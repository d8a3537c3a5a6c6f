/**
 * Where the journeys go. On the demonstration they meet its stories by name; with `JOURNEYS_SEED=large` the like is
 * looked up, or made, in a copy of the store that `DATA_DIR_LARGE` holds.
 */
import { wordsOf } from '../../services/kit/words'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, estatesCustomer, tenantIdOf } from '../../services/seed/people'
import { issueActivationCode } from '../../services/site/onboarding/activation-codes'
import type { Console } from '../harness/console'

export const isLarge = process.env.JOURNEYS_SEED === 'large'

interface Customer {
  tenantId: string
  customerId: string
}

/** A controller by the label somebody reads in front of it. */
export interface Labelled {
  id: string
  hostId: string
}

const customerOf = ({ services }: Console, code: string): Customer => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf(isLarge ? estatesCustomer.code : code),
})

/** Journey 8: two controllers that wait to be onboarded, the host id of one that is, and the customer they are of. */
export function waiting(product: Console): {
  customer: Customer
  first: Labelled
  second: Labelled
  onboarded: string
} {
  const customer = customerOf(product, 'CUS1004')
  if (!isLarge) {
    return {
      customer,
      first: { id: deviceIdOf('montcalm-BIB-ECYVAV-11'), hostId: 'ECYVAV-1C020B' },
      second: { id: deviceIdOf('montcalm-GEN-ECYPTU207-1'), hostId: 'ECYPTU207-1C0741' },
      onboarded: 'ECYVAV-1C0201',
    }
  }
  const { world } = product.services
  const [first, second] = world.store
    .all<{ id: string; model_type: string }>(
      `SELECT device.id, model_type FROM device WHERE customer_id = ? AND onboarded = 0 AND offline_since IS NULL
       AND platform = 'IP' AND model_type IN ('ECYVAV', 'ECYPTU207') ORDER BY sort_name LIMIT 2`,
      customer.customerId,
    )
    .map(({ id, model_type }) => labelled(product, id, `${model_type}-${id.slice(0, 6).toUpperCase()}`))
  const known = world.store.get<{ host_id: string }>(
    `SELECT host_id FROM device WHERE customer_id = ? AND onboarded = 1 AND model_type = 'ECYVAV' LIMIT 1`,
    customer.customerId,
  )
  if (!first || !second || !known) throw new Error('Nobody waits to be onboarded')
  return { customer, first, second, onboarded: known.host_id }
}

/** Gives a controller of the fleet a label, as the inventory would have read it in. */
function labelled({ services: { world } }: Console, id: string, hostId: string): Labelled {
  world.store.run(
    `UPDATE device SET properties = json_set(properties, '$."$labelHostId"', ?), search_text = search_text || ' ' || ?
     WHERE id = ? AND properties ->> '$."$labelHostId"' IS NULL`,
    hostId,
    wordsOf(hostId),
    id,
  )
  if (codeOf(world, id) === null) issueActivationCode(world, id)
  return { id, hostId }
}

function codeOf({ store }: Console['services']['world'], id: string): string | null {
  return (
    store.get<{ code: string | null }>(
      `SELECT properties ->> '$."$activationCode"' AS code FROM device WHERE id = ?`,
      id,
    )?.code ?? null
  )
}

/** The activation code that stands on its label now. */
export function labelCode({ services: { world } }: Console, { id }: Labelled): string {
  return codeOf(world, id) ?? ''
}

interface Named extends Labelled {
  name: string
}

/** Journey 9: a controller with a tunnel open for `reason`, one that is offline, and the customer they are of. */
export async function tunnelled(
  product: Console,
): Promise<{ customer: Customer; open: Named; offline: Labelled; reason: string }> {
  const customer = customerOf(product, 'CUS1001')
  const reason = 'Look at the sequence'
  if (!isLarge) {
    return {
      customer,
      open: { id: deviceIdOf('story-1'), hostId: 'ECY600-0A1001', name: 'AHU-1 Controller' },
      offline: { id: deviceIdOf('story-2'), hostId: 'ECY303-0A2001' },
      reason,
    }
  }
  const { world } = product.services
  const one = (state: string) => {
    const found = world.store.get<{ id: string; host_id: string; name: string }>(
      `SELECT id, host_id, name FROM device WHERE customer_id = ? AND onboarded = 1 AND ${state} AND platform = 'IP'
       AND model_type IN ('ECY600', 'ECYAPEX', 'ECYS1000', 'ECY400', 'ECY303') ORDER BY sort_name LIMIT 1`,
      customer.customerId,
    )
    if (!found) throw new Error(`No controller is ${state}`)
    return { id: found.id, hostId: found.host_id, name: found.name }
  }
  const open = one('offline_since IS NULL')
  const { body: known } = await product.services.call('site', `GET /devices/${open.id}/tunnels`, { as: 'amelie' })
  if (known.length === 0) {
    const asked = { as: 'amelie', body: { reason, service: 'https', deleteAfterMin: 60 } }
    await product.services.call('site', `POST /devices/${open.id}/tunnels`, asked)
  }
  return { customer, open, offline: one('offline_since IS NOT NULL'), reason }
}

/** Journey 13: what somebody looks for, in the words they have; and somebody of another customer. */
export function sought(product: Console): {
  customer: Customer
  device: { name: string; hostId: string }
  /** Words of the controller's own name, and of places above it. */
  path: { words: string; place: string }
  site: { name: string; address: string }
} {
  const customer = customerOf(product, 'CUS1004')
  const { store } = product.services.world
  const name = isLarge ? 'VAV 0001-A-001' : 'VAV ART-01'
  const found = store.get<{ host_id: string; building: string; site: string; address: string }>(
    `SELECT host_id, building.name AS building, site.name AS site, site.address AS address FROM device
     JOIN building ON building.id = device.building_id JOIN site ON site.id = device.site_id
     WHERE device.customer_id = ? AND device.name = ?`,
    customer.customerId,
    name,
  )
  if (!found) throw new Error(`There is no ${name}`)
  const own = name.split(' ').at(-1)
  return {
    customer,
    device: { name, hostId: found.host_id },
    path: { words: `${own} ${found.building}`, place: found.building },
    site: { name: found.site, address: found.address },
  }
}

/** The serial number that a controller of a customer reports. */
export function serialOf(product: Console, customerId: string, name: string): string {
  const found = product.services.world.store.get<{ serial: string }>(
    `SELECT json_extract(properties, '$.$serialNumber') AS serial FROM device WHERE customer_id = ? AND name = ?`,
    customerId,
    name,
  )
  return found?.serial ?? ''
}
