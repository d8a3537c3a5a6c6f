/**
 * A site agent: reaches the controllers of a site through a link and connects outward to the services. What the link
 * reports waits in the outbox while the line is down; it goes on with its last configuration meanwhile.
 */
import { minuteMs } from '../history/history'
import type { FromAgent, ToAgent } from '../link/agent-messages'
import { createPartRequests } from '../link/file-parts'
import { eventsTo, receiveMessage, requestsOf } from '../link/link-server'
import { createConfigurationJoiner, type LinkEventMessage, type ToLink } from '../link/messages'
import type { LinkConfiguration, PartialLink } from '../link/port'
import type { Outbox } from './outbox'

/** Most messages on their way to the services, unconfirmed. */
const maxUnconfirmed = 500
const statusMs = 10_000
const aliveMs = 5_000

/** The line to the services while it is open. */
export interface AgentLine {
  send(message: FromAgent): void
}

export interface RunningAgent {
  start(): Promise<void>
  /** Continues over a new line. */
  begin(line: AgentLine): void
  receive(message: ToAgent): void
  /** Goes on without a line. */
  end(): void
  /** Ends for good: the key is no longer valid, so nothing is followed any more. */
  revoke(): void
  stop(): Promise<void>
}

export interface SiteAgentOptions {
  link: PartialLink
  outbox: Outbox
  version: string
}

export function createSiteAgent({ link, outbox, version }: SiteAgentOptions): RunningAgent {
  let line: AgentLine | undefined
  /** The last message on its way, and the last that the services have stored; undefined until they have welcomed it. */
  let sent: number | undefined
  let stored = 0
  /** What the services do not know yet of who is heard: the last event of each controller. */
  const presence = new Map<string, LinkEventMessage>()
  const unreported = new Set<string>()
  /** The last message that waited when the line opened; undefined once all of them are stored. */
  let lastKept: number | undefined
  let join = createConfigurationJoiner()
  const parts = createPartRequests((message) => {
    line?.send(message)
    return line !== undefined
  })

  /** Sends what waits, in order, as far as the services keep up. */
  const flow = () => {
    if (!line || sent === undefined) return
    for (const message of outbox.after(sent, Math.max(0, maxUnconfirmed - (sent - stored)))) {
      line.send(message)
      sent = message.number
    }
    // Who is heard is sent after what waited, which may be older.
    if (lastKept !== undefined && stored < lastKept) return
    if (lastKept !== undefined) line.send({ drained: true })
    lastKept = undefined
    for (const deviceId of unreported) line.send(presence.get(deviceId) as LinkEventMessage)
    unreported.clear()
  }

  const take = (message: LinkEventMessage) => {
    if (message.event === 'up' || message.event === 'down') {
      const deviceId = String(message.args[0])
      presence.set(deviceId, message)
      unreported.add(deviceId)
    } else outbox.add(message)
    flow()
  }

  const configure = (configuration: LinkConfiguration) => {
    outbox.keepConfiguration(configuration)
    const known = new Set(configuration.controllers.map(({ deviceId }) => deviceId))
    for (const deviceId of presence.keys()) {
      if (known.has(deviceId)) continue
      presence.delete(deviceId)
      unreported.delete(deviceId)
    }
    link.configure?.(configuration)
  }

  const receiveToLink = (message: ToLink) => {
    if ('fetched' in message) return parts.receive(message)
    const whole = join(message)
    if (!whole) return
    if ('notice' in whole && whole.notice === 'configure') return configure(whole.args[0] as LinkConfiguration)
    const answering = line
    receiveMessage(link, whole, { send: (answer) => answering?.send(answer) })
  }

  const timers = [
    setInterval(() => line?.send(outbox.backlog()), statusMs),
    setInterval(() => outbox.markAlive(), aliveMs),
  ]

  return {
    async start() {
      const kept = outbox.configuration()
      if (kept) reportAbsence(outbox, kept)
      outbox.markAlive()
      await link.start?.(eventsTo(take), parts.read)
      if (kept) link.configure?.(kept)
    },
    begin(next) {
      line = next
      sent = undefined
      join = createConfigurationJoiner()
      for (const deviceId of presence.keys()) unreported.add(deviceId)
      line.send({ hello: { version, outbox: outbox.id } })
    },
    receive(message) {
      if ('welcome' in message) {
        stored = message.welcome.last
        sent = stored
        outbox.forget(stored)
        lastKept = outbox.newest()
        line?.send({ can: [...link.can], requests: requestsOf(link) })
        line?.send(outbox.backlog())
        flow()
      } else if ('stored' in message) {
        stored = message.stored
        outbox.forget(stored)
        flow()
      } else receiveToLink(message)
    },
    end() {
      line = undefined
      sent = undefined
      parts.end()
    },
    revoke() {
      configure({ networks: [], controllers: [] })
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await link.stop?.()
      outbox.markAlive()
      outbox.close()
    },
  }
}

/** Reports the values of all points as lost while the agent was not running, from the minute after its last. */
function reportAbsence(outbox: Outbox, { controllers }: LinkConfiguration): void {
  const at = (outbox.aliveAt() ?? Date.now()) + minuteMs
  if (at > Date.now()) return
  for (const { deviceId, points } of controllers) {
    if (points.length === 0) continue
    const lost = points.map(({ id }) => ({ pointId: id, at, value: null, quality: 'lost' as const }))
    outbox.add({ event: 'values', args: [deviceId, lost] })
  }
}
