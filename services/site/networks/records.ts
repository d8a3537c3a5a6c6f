/** Networks of controllers as stored and as returned. */
import type { ControllerNetwork } from '../../contracts/controller-networks'
import { fail } from '../../kit/api-error'
import type { TenantScope } from '../../kit/scope'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'

export interface ControllerNetworkRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  protocol: string
  /** The site agent that reaches it; null for this installation itself. */
  agent_id: string | null
  name: string
  address: string
  port: number
  broadcast_to: string
  bbmd: string | null
  lowest_instance: number
  highest_instance: number
  version: number
}

export const findNetwork = (store: Store, id: string) =>
  store.get<ControllerNetworkRecord>('SELECT * FROM controller_network WHERE id = ?', id)

export const scopeOfNetwork = (row: ControllerNetworkRecord | undefined): TenantScope | undefined =>
  row && { tenantId: row.tenant_id, customerId: row.customer_id }

export const networkETagOf = ({ id, version }: Pick<ControllerNetworkRecord, 'id' | 'version'>) =>
  `${id.slice(0, 8)}.${version}`

export function toControllerNetwork(
  { store, links }: World,
  row: ControllerNetworkRecord,
): ControllerNetwork & { eTag: string } {
  const count = store.get<{ n: number }>('SELECT count(*) AS n FROM networked_device WHERE network_id = ?', row.id)
  return {
    id: row.id,
    eTag: networkETagOf(row),
    siteId: row.site_id,
    protocol: row.protocol,
    agentId: row.agent_id,
    name: row.name,
    address: row.address,
    port: row.port,
    broadcastTo: JSON.parse(row.broadcast_to) as ControllerNetwork['broadcastTo'],
    bbmd: row.bbmd === null ? null : (JSON.parse(row.bbmd) as ControllerNetwork['bbmd']),
    lowestInstance: row.lowest_instance,
    highestInstance: row.highest_instance,
    controllers: count?.n ?? 0,
    hasLink: links.has(row.protocol, row.agent_id),
  }
}

/** Returns a network. Throws 4005 when there is none. */
export const networkReply = (world: World, id: string) =>
  toControllerNetwork(world, findNetwork(world.store, id) ?? fail(4005))
