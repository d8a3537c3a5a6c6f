/** The networks over which a site reaches controllers of other makers. */
import { randomUUID } from 'node:crypto'
import { fold } from '../../contracts/fold'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { requireCurrent } from '../../kit/etag'
import { scopeOfSite } from '../../kit/scope'
import type { World } from '../../kit/world'
import { ensureBacnetModel } from '../../link/bacnet-model'
import { requestConfiguration } from '../../link/configuration'
import { bacnetProtocol } from '../../link/registry'
import { isAgentOfSite } from '../agents/agents'
import { insertRow } from '../hierarchy/rows'
import { requireMatch, requireScopeWritable } from '../hierarchy/write-checks'
import { type ControllerNetworkRecord, findNetwork, networkReply, scopeOfNetwork, toControllerNetwork } from './records'

type Networks = Pick<
  Handlers<typeof site>,
  | 'listControllerNetworks'
  | 'createControllerNetwork'
  | 'getControllerNetwork'
  | 'updateControllerNetwork'
  | 'deleteControllerNetwork'
>
type Saved = ServiceCall<typeof site.createControllerNetwork>['body']

export const controllerNetworks: Networks = {
  listControllerNetworks({ params, world, require }) {
    require(scopeOfSite(world.store, params.id))
    const rows = world.store.all<ControllerNetworkRecord>(
      'SELECT * FROM controller_network WHERE site_id = ? ORDER BY name, id',
      params.id,
    )
    return {
      data: rows.map((row) => toControllerNetwork(world, row)),
      hasLink: world.links.has(bacnetProtocol) || world.links.acceptsAgents(),
    }
  },

  createControllerNetwork(call) {
    const { params, body, world } = call
    const { store } = world
    const owner = requireScopeWritable(call, scopeOfSite(store, params.id))
    requireFree(world, body, { siteId: params.id })
    ensureBacnetModel(world)
    const id = randomUUID()
    insertRow(store, 'controller_network', {
      id,
      tenant_id: owner.tenantId,
      customer_id: owner.customerId,
      site_id: params.id,
      protocol: bacnetProtocol,
      ...columnsOf(body),
    })
    requestConfiguration(world)
    call.touched(id)
    return { data: networkReply(world, id) }
  },

  getControllerNetwork({ params, world, require }) {
    require(scopeOfNetwork(findNetwork(world.store, params.id)))
    return { data: networkReply(world, params.id) }
  },

  updateControllerNetwork(call) {
    const { params, body, headers, world } = call
    const { store } = world
    const row = findNetwork(store, params.id)
    requireScopeWritable(call, scopeOfNetwork(row))
    if (!row) return fail(4005)
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current: networkReply(world, row.id) })
    requireFree(world, body, { siteId: row.site_id, id: row.id })
    const columns = columnsOf(body)
    store.run(
      `UPDATE controller_network SET ${Object.keys(columns)
        .map((column) => `${column} = ?`)
        .join(', ')}, version = version + 1 WHERE id = ?`,
      ...Object.values(columns),
      row.id,
    )
    requestConfiguration(world)
    return { data: networkReply(world, row.id) }
  },

  deleteControllerNetwork(call) {
    const { params, headers, world } = call
    requireScopeWritable(call, scopeOfNetwork(findNetwork(world.store, params.id)))
    requireMatch(headers, networkReply(world, params.id))
    if (world.store.get('SELECT 1 FROM networked_device WHERE network_id = ? LIMIT 1', params.id)) fail(4201)
    world.store.run('DELETE FROM controller_network WHERE id = ?', params.id)
    requestConfiguration(world)
  },
}

const columnsOf = ({ name, agentId, address, port, broadcastTo, bbmd, lowestInstance, highestInstance }: Saved) => ({
  name,
  agent_id: agentId ?? null,
  address,
  port,
  broadcast_to: JSON.stringify(broadcastTo),
  bbmd: bbmd ? JSON.stringify(bbmd) : null,
  lowest_instance: lowestInstance,
  highest_instance: highestInstance,
})

/**
 * Throws 4000 for an agent that the site has not, 4008 for a name that another network of the site has, and for an
 * interface with a port that another network uses on the same machine, in any tenant: two cannot listen there.
 */
function requireFree({ store }: World, saved: Saved, { siteId, id }: { siteId: string; id?: string }): void {
  const { agentId = null } = saved
  if (agentId !== null && !isAgentOfSite(store, { agentId, siteId })) {
    fail(4000, { errors: { agentId: 'errors.field.choice' } })
  }
  const others = store
    .all<Pick<ControllerNetworkRecord, 'id' | 'site_id' | 'agent_id' | 'name' | 'address' | 'port'>>(
      `SELECT id, site_id, agent_id, name, address, port FROM controller_network
       WHERE site_id = ? OR (address = ? AND port = ?)`,
      siteId,
      saved.address,
      saved.port,
    )
    .filter((other) => other.id !== id)
  if (others.some((other) => other.site_id === siteId && fold(other.name) === fold(saved.name))) {
    fail(4008, { errors: { name: 'errors.name.duplicate' } })
  }
  const isOnSameMachine = (other: { agent_id: string | null }) => other.agent_id === agentId
  if (others.some((other) => isOnSameMachine(other) && other.address === saved.address && other.port === saved.port)) {
    fail(4008, { errors: { address: 'errors.networks.taken' } })
  }
}
