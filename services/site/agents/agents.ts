/** The agents of a site, and their keys, of which only the hash is known. */
import { randomUUID } from 'node:crypto'
import { fold } from '../../contracts/fold'
import type { site } from '../../contracts/site'
import type { SiteAgent } from '../../contracts/site-agents'
import { fail } from '../../kit/api-error'
import { type Handlers, replyWith } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { requireCurrent } from '../../kit/etag'
import { scopeOfSite, type TenantScope } from '../../kit/scope'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { ensureBacnetModel } from '../../link/bacnet-model'
import { requestConfiguration } from '../../link/configuration'
import { insertRow } from '../hierarchy/rows'
import { requireMatch, requireScopeWritable } from '../hierarchy/write-checks'

type Agents = Pick<
  Handlers<typeof site>,
  | 'listSiteAgents'
  | 'getSiteAgent'
  | 'createSiteAgent'
  | 'updateSiteAgent'
  | 'setSiteAgentKey'
  | 'revokeSiteAgentKey'
  | 'deleteSiteAgent'
>

interface SiteAgentRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  name: string
  key_hash: string | null
  key_issued_at: number | null
  program_version: string | null
  last_contact_at: number | null
  backlog: number | null
  backlog_since: number | null
  version: number
}

export const siteAgents: Agents = {
  listSiteAgents({ params, world, require }) {
    require(scopeOfSite(world.store, params.id))
    const rows = world.store.all<SiteAgentRecord>(
      'SELECT * FROM site_agent WHERE site_id = ? ORDER BY name, id',
      params.id,
    )
    return { data: rows.map((row) => toSiteAgent(world, row)), acceptsAgents: world.links.acceptsAgents() }
  },

  getSiteAgent({ params, world, require }) {
    require(scopeOfAgent(findAgent(world.store, params.id)))
    return { data: agentReply(world, params.id) }
  },

  createSiteAgent(call) {
    const { params, body, world } = call
    const { store } = world
    const owner = requireScopeWritable(call, scopeOfSite(store, params.id))
    if (!world.links.acceptsAgents()) fail(4310)
    requireFreeAgentName(store, body.name, { siteId: params.id })
    ensureBacnetModel(world)
    const id = randomUUID()
    insertRow(store, 'site_agent', {
      id,
      tenant_id: owner.tenantId,
      customer_id: owner.customerId,
      site_id: params.id,
      name: body.name,
    })
    requestConfiguration(world)
    call.touched(id)
    return replyWith({ data: agentReply(world, id) }, { status: 201 })
  },

  updateSiteAgent(call) {
    const { params, body, headers, world } = call
    const row = findAgent(world.store, params.id)
    requireScopeWritable(call, scopeOfAgent(row))
    if (!row) return fail(4005)
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current: agentReply(world, row.id) })
    requireFreeAgentName(world.store, body.name, { siteId: row.site_id, id: row.id })
    world.store.run('UPDATE site_agent SET name = ?, version = version + 1 WHERE id = ?', body.name, row.id)
    return { data: agentReply(world, row.id) }
  },

  setSiteAgentKey(call) {
    const { params, body, headers, world } = call
    requireScopeWritable(call, scopeOfAgent(findAgent(world.store, params.id)))
    const current = agentReply(world, params.id)
    requireCurrent({ body: body.eTag, ifMatch: headers['if-match'], current })
    replaceKey(world, params.id, body.keyHash)
    return { data: agentReply(world, params.id) }
  },

  revokeSiteAgentKey(call) {
    const { params, headers, world } = call
    requireScopeWritable(call, scopeOfAgent(findAgent(world.store, params.id)))
    requireMatch(headers, agentReply(world, params.id))
    replaceKey(world, params.id, null)
    return { data: agentReply(world, params.id) }
  },

  deleteSiteAgent(call) {
    const { params, headers, world } = call
    requireScopeWritable(call, scopeOfAgent(findAgent(world.store, params.id)))
    requireMatch(headers, agentReply(world, params.id))
    if (world.store.get('SELECT 1 FROM controller_network WHERE agent_id = ? LIMIT 1', params.id)) fail(4201)
    world.store.run('DELETE FROM site_agent WHERE id = ?', params.id)
    requestConfiguration(world)
  },
}

const findAgent = (store: Store, id: string) => store.get<SiteAgentRecord>('SELECT * FROM site_agent WHERE id = ?', id)

const scopeOfAgent = (row: SiteAgentRecord | undefined): TenantScope | undefined =>
  row && { tenantId: row.tenant_id, customerId: row.customer_id }

/** Throws 4008 for a name that another agent of the site has. */
function requireFreeAgentName(store: Store, name: string, { siteId, id }: { siteId: string; id?: string }): void {
  const others = store.all<{ id: string; name: string }>('SELECT id, name FROM site_agent WHERE site_id = ?', siteId)
  if (others.some((other) => other.id !== id && fold(other.name) === fold(name))) {
    fail(4008, { errors: { name: 'errors.name.duplicate' } })
  }
}

/** Replaces the key of an agent; null revokes it. A connection with the previous one ends. */
function replaceKey(world: World, id: string, hash: string | null): void {
  world.store.run(
    'UPDATE site_agent SET key_hash = ?, key_issued_at = ?, version = version + 1 WHERE id = ?',
    hash,
    hash === null ? null : world.clock.now(),
    id,
  )
  requestConfiguration(world)
}

/** Returns an agent. Throws 4005 when there is none. */
const agentReply = (world: World, id: string) => toSiteAgent(world, findAgent(world.store, id) ?? fail(4005))

function toSiteAgent({ store, links }: World, row: SiteAgentRecord): SiteAgent & { eTag: string } {
  const count = store.get<{ networks: number; controllers: number }>(
    `SELECT count(DISTINCT network.id) AS networks, count(own.device_id) AS controllers
     FROM controller_network AS network LEFT JOIN networked_device AS own ON own.network_id = network.id
     WHERE network.agent_id = ?`,
    row.id,
  )
  const time = (at: number | null) => (at === null ? null : timestamp(at))
  const isConnected = links.isAgentConnected(row.id)
  return {
    id: row.id,
    eTag: `${row.id.slice(0, 8)}.${row.version}`,
    siteId: row.site_id,
    name: row.name,
    state: stateOf(row, isConnected),
    version: row.program_version,
    lastContactAt: time(row.last_contact_at),
    // What waits at an agent that nobody hears is not known.
    backlog: isConnected ? row.backlog : null,
    backlogSince: isConnected ? time(row.backlog_since) : null,
    keyIssuedAt: time(row.key_issued_at),
    networks: count?.networks ?? 0,
    controllers: count?.controllers ?? 0,
  }
}

function stateOf(row: SiteAgentRecord, isConnected: boolean): SiteAgent['state'] {
  if (row.key_hash === null) return 'keyless'
  if (isConnected) return 'connected'
  return row.last_contact_at === null ? 'waiting' : 'silent'
}

/** Whether a site has an agent. */
export const isAgentOfSite = (store: Store, { agentId, siteId }: { agentId: string; siteId: string }): boolean =>
  store.get('SELECT 1 FROM site_agent WHERE id = ? AND site_id = ?', agentId, siteId) !== undefined
