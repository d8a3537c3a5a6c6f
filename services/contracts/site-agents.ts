/** Site agents: programs at sites that reach controllers there and connect to this installation. */
import { z } from 'zod'
import { read, write } from './endpoint'
import { ETag, freeLine, Id, Timestamp } from './scalars'
import { agentStates } from './site-agent-names'

const AgentState = z.enum(agentStates)

/** SHA-256 of the secret of a key, in base64url; the secret itself is never sent. */
const KeyHash = z.string().regex(/^[\w-]{43}$/, { error: 'errors.field.format' })

export const SiteAgent = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  siteId: Id,
  name: z.string(),
  state: AgentState,
  /** Of the program; null before it connects for the first time. */
  version: z.string().nullish(),
  lastContactAt: Timestamp.nullish(),
  /** How many samples and events wait at the agent, and since when the oldest does; null where it is not known. */
  backlog: z.number().int().nullish(),
  backlogSince: Timestamp.nullish(),
  /** When its key was issued; null while it has none. */
  keyIssuedAt: Timestamp.nullish(),
  /** How many networks it reaches, and controllers on them. */
  networks: z.number().int(),
  controllers: z.number().int(),
})
export type SiteAgent = z.infer<typeof SiteAgent>

const AgentName = freeLine(80).refine((name) => name !== '', { error: 'errors.field.required' })

const agentReply = z.looseObject({ data: SiteAgent })

/** Spread into the contract of the site service. */
export const siteAgentCalls = {
  listSiteAgents: read('GET /x/sites/{id}/agents', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    reply: z.looseObject({ data: z.array(SiteAgent), acceptsAgents: z.boolean() }),
    meaning: 'List the agents of a site, and whether this installation accepts connections of agents.',
  }),
  getSiteAgent: read('GET /x/agents/{id}', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    reply: agentReply,
    meaning: 'Get one site agent.',
  }),
  createSiteAgent: write('POST /x/sites/{id}/agents', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    status: 201,
    body: z.object({ name: AgentName }),
    reply: agentReply,
    errors: [4008, 4202, 4310],
    meaning: 'Add an agent to a site; it connects once it has a key.',
  }),
  updateSiteAgent: write('PUT /x/agents/{id}', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    body: z.object({ name: AgentName, eTag: ETag.optional() }),
    reply: agentReply,
    errors: [4008, 4009, 4202],
    meaning: 'Rename a site agent.',
  }),
  setSiteAgentKey: write('PUT /x/agents/{id}/key', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    body: z.object({ keyHash: KeyHash, eTag: ETag.optional() }),
    reply: agentReply,
    errors: [4009, 4202],
    meaning: 'Set the key of a site agent by its hash; connections with the previous one end.',
  }),
  revokeSiteAgentKey: write('DELETE /x/agents/{id}/key', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    reply: agentReply,
    errors: [4009, 4202],
    meaning: 'Revoke the key of a site agent; its connection ends.',
  }),
  deleteSiteAgent: write('DELETE /x/agents/{id}', {
    area: 'sites',
    capability: 'hierarchy.write',
    extension: true,
    status: 204,
    reply: z.unknown(),
    errors: [4009, 4201, 4202],
    meaning: 'Delete a site agent that reaches no network.',
  }),
}
