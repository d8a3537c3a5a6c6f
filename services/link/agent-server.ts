/** Where site agents connect: one WebSocket each, authenticated by its key. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { minuteMs } from '../history/history'
import type { SampleStore } from '../history/sample-store'
import type { World } from '../kit/world'
import { AgentHello, agentPath, closeCodes, goneMs, heartbeatMs, partsOfKey } from './agent-messages'
import { type AdmittedAgent, AgentSession } from './agent-session'
import { createConnectedLink, type Transport } from './connected-link'
import { maxMessageOctets, parseMessage } from './messages'
import type { LinkCapability, PartialLink } from './port'
import type { AgentConnections } from './registry'

export interface AgentServer extends AgentConnections {
  listen(port: number, host: string): Promise<void>
  close(): Promise<void>
}

/** How long an agent has for its first message. */
const helloMs = 10_000
const pointsPerRead = 500

interface AgentRow extends Omit<AdmittedAgent, 'key_hash'> {
  key_hash: string | null
  can: string
}

/** A break that an agent went on over, ms. */
interface Break {
  /** When the agent was heard last before these services started. */
  after: number
  /** Since when these services count it as away. */
  startedAt: number
}

export function createAgentServer(world: World, samples: SampleStore): AgentServer {
  const { store, log } = world
  const sessions = new Map<string, AgentSession>()
  const accepting = new Map<string, Parameters<Transport['start']>[0]>()
  /** When the connection of an agent ended, until it has reported all that it kept meanwhile. */
  const endedAt = new Map<string, number>()
  /** When the link of an agent was started, until its first connection. */
  const startedAt = new Map<string, number>()
  /** The break that the start of these services ended, until the agent has reported all that it kept meanwhile. */
  const breaks = new Map<string, Break>()

  const begin = ({ id, key_hash: keyHash }: AdmittedAgent, { socket, hello }: Greeting) => {
    // Its key may have been revoked since it was authenticated.
    const agent = admitted(world, id)
    if (agent?.key_hash !== keyHash) return socket.close(closeCodes.revoked)
    const accept = accepting.get(id)
    const previous = sessions.get(id)
    if (previous && previous.outbox !== hello.outbox && Date.now() - previous.heardAt < goneMs) {
      log.warn({ agentId: id }, 'a second machine uses the key of a site agent')
      return socket.close(closeCodes.taken)
    }
    if (!accept || socket.readyState !== socket.OPEN) return socket.terminate()
    if (previous) end(id, previous)
    const started = startedAt.get(id)
    startedAt.delete(id)
    if (started !== undefined && agent.outbox_id === hello.outbox && agent.last_contact_at !== null)
      breaks.set(id, { after: agent.last_contact_at, startedAt: started })
    const onDrained = () => {
      const at = endedAt.get(id)
      const broken = breaks.get(id)
      endedAt.delete(id)
      breaks.delete(id)
      const silences = [broken?.after, broken?.startedAt, at].filter((one) => one !== undefined)
      if (broken) void bridgeBreak(world, samples, { agentId: id, after: broken.after, silences })
      else if (at !== undefined) void fillSilence(world, samples, { agentId: id, at })
    }
    const session = new AgentSession({ world, samples, agent, socket, hello, accept, onDrained })
    sessions.set(id, session)
    socket.on('close', () => end(id, session))
  }

  const end = (agentId: string, session: AgentSession) => {
    if (sessions.get(agentId) !== session) return
    sessions.delete(agentId)
    session.terminate()
    const now = Date.now()
    if (!endedAt.has(agentId)) endedAt.set(agentId, now)
    store.run('UPDATE site_agent SET last_contact_at = ? WHERE id = ?', Math.min(session.heardAt, now), agentId)
    session.end(now)
  }

  const server = listenForAgents(world, begin)
  const heartbeat = setInterval(() => {
    for (const session of sessions.values())
      if (Date.now() - session.heardAt > goneMs) session.terminate()
      else session.ping()
  }, heartbeatMs)

  return {
    link(agentId): PartialLink {
      const transport: Transport = {
        async start(accept) {
          accepting.set(agentId, accept)
          startedAt.set(agentId, Date.now())
        },
        async stop() {
          accepting.delete(agentId)
          startedAt.delete(agentId)
          sessions.get(agentId)?.close(closeCodes.revoked)
        },
      }
      return createConnectedLink({ transport, log, can: capabilitiesOf(world, agentId) })
    },
    isConnected: (agentId) => sessions.has(agentId),
    verify() {
      for (const [agentId, session] of sessions)
        if (findAgent(world, agentId)?.key_hash !== session.keyHash) session.close(closeCodes.revoked)
    },
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => resolve())
      }),
    async close() {
      clearInterval(heartbeat)
      for (const [agentId, session] of sessions) end(agentId, session)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Greeting {
  socket: WebSocket
  hello: AgentHello
}

/** Returns the server to which agents connect; `begin` is called with each that has a valid key, and its first message. */
function listenForAgents(world: World, begin: (agent: AdmittedAgent, greeting: Greeting) => void): Server {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageOctets, perMessageDeflate: false })
  const server = createServer((_, response) => response.writeHead(426).end())
  const greet = (agent: AdmittedAgent, socket: WebSocket) => {
    const timer = setTimeout(() => socket.terminate(), helloMs)
    socket.on('error', () => undefined)
    socket.once('message', (data) => {
      clearTimeout(timer)
      const hello = readHello(String(data))
      if (hello) begin(agent, { socket, hello })
      else socket.terminate()
    })
  }
  server.on('upgrade', (request, socket, head) => {
    const agent = agentOf(world, request)
    if (!agent) return refuse(socket)
    sockets.handleUpgrade(request, socket, head, (accepted) => greet(agent, accepted))
  })
  return server
}

const findAgent = ({ store }: World, id: string) => store.get<AgentRow>('SELECT * FROM site_agent WHERE id = ?', id)

/** Returns an agent that has a key. */
function admitted(world: World, id: string): AdmittedAgent | undefined {
  const agent = findAgent(world, id)
  return agent && agent.key_hash !== null ? { ...agent, key_hash: agent.key_hash } : undefined
}

/** Returns what the link of an agent could do when it connected last. */
const capabilitiesOf = (world: World, agentId: string): LinkCapability[] =>
  JSON.parse(findAgent(world, agentId)?.can ?? '[]') as LinkCapability[]

/** Returns the agent whose key a request has. */
function agentOf(world: World, { url, headers }: IncomingMessage): AdmittedAgent | undefined {
  const key = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1]
  const parts = url === agentPath && key !== undefined ? partsOfKey(key) : undefined
  const agent = parts && admitted(world, parts.agentId)
  if (!agent) return undefined
  const hash = createHash('sha256').update(parts.secret).digest()
  const expected = Buffer.from(agent.key_hash, 'base64url')
  return hash.length === expected.length && timingSafeEqual(hash, expected) ? agent : undefined
}

function refuse(socket: Duplex): void {
  socket.on('error', () => undefined)
  socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

function readHello(text: string): AgentHello | undefined {
  try {
    return AgentHello.parse(parseMessage<{ hello: unknown }>(text).hello)
  } catch {
    return undefined
  }
}

const pointsOfAgent = ({ store }: World, agentId: string) =>
  store.all<{ id: string; kind: string }>(
    `SELECT point.id, point.kind FROM point JOIN networked_device AS own ON own.device_id = point.device_id
       JOIN controller_network AS network ON network.id = own.network_id
     WHERE network.agent_id = ?`,
    agentId,
  )

interface BridgedBreak {
  agentId: string
  after: number
  /** Since when the agent counted as away. */
  silences: readonly number[]
}

/** Continues the points of an agent over the time in which the services were away: it went on meanwhile. */
async function bridgeBreak(world: World, samples: SampleStore, { agentId, after, silences }: BridgedBreak) {
  try {
    const ids = pointsOfAgent(world, agentId).map(({ id }) => id)
    const lost = silences.map((at) => at + minuteMs)
    for (let first = 0; first < ids.length; first += pointsPerRead)
      await samples.bridge(ids.slice(first, first + pointsPerRead), { after, silences: lost })
  } catch (error) {
    world.log.error({ err: error, agentId }, 'what a site agent followed while the services were away is not continued')
  }
}

/**
 * Fills what counted as lost while the line of an agent was down, from the minute after `at`: the agent followed the
 * values meanwhile, and has reported each change.
 */
async function fillSilence(
  world: World,
  samples: SampleStore,
  { agentId, at }: { agentId: string; at: number },
): Promise<void> {
  try {
    const points = pointsOfAgent(world, agentId)
    for (let first = 0; first < points.length; first += pointsPerRead) {
      const some = points.slice(first, first + pointsPerRead)
      const ids = some.map(({ id }) => id)
      const before = await samples.last(ids, at)
      const then = await samples.last(ids, at + minuteMs)
      samples.record(
        some.flatMap(({ id, kind }) => {
          const [last, next] = [before.get(id), then.get(id)]
          if (!last || last.quality === 'lost' || next?.quality !== 'lost') return []
          const { value, quality } = last
          return [{ pointId: id, at: at + minuteMs, value, quality, isState: kind !== 'number' }]
        }),
      )
    }
  } catch (error) {
    world.log.error({ err: error, agentId }, 'what a site agent followed while its line was down was not filled in')
  }
}
