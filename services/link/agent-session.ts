/** One connection of a site agent: what it reports is stored once and in order, and confirmed when it is durable. */
import type { WebSocket } from 'ws'
import type { SampleStore } from '../history/sample-store'
import type { World } from '../kit/world'
import { AgentBacklog, type AgentHello, type FromAgent, type ToAgent } from './agent-messages'
import type { ConnectionEvents, Transport } from './connected-link'
import { type FromLink, maxWaitingOctets, parseMessage } from './messages'

/** The row of an agent that may connect. */
export interface AdmittedAgent {
  id: string
  key_hash: string
  outbox_id: string | null
  last_number: number
  event_number: number
  /** When it was heard last, ms. */
  last_contact_at: number | null
}

interface SessionParts {
  world: World
  samples: SampleStore
  agent: AdmittedAgent
  socket: WebSocket
  hello: AgentHello
  /** Connects the link of the agent. */
  accept: Parameters<Transport['start']>[0]
  /** Is called once the agent has reported all that it kept. */
  onDrained(): void
}

/** What arrived is stored and confirmed together, this often. */
const storeMs = 200

export class AgentSession {
  /** When the agent was heard last, ms. */
  heardAt = Date.now()
  readonly #parts: SessionParts
  readonly #link: ConnectionEvents
  /** The last message of the outbox that was received. */
  #received: number
  /** The last event that is stored. Events are stored once each; samples may be stored twice. */
  #lastEvent: number
  #storeTimer: NodeJS.Timeout | undefined
  #isOpen = true

  constructor(parts: SessionParts) {
    this.#parts = parts
    const { world, agent, socket, hello, accept } = parts
    const isSameOutbox = agent.outbox_id === hello.outbox
    this.#received = isSameOutbox ? agent.last_number : 0
    this.#lastEvent = isSameOutbox ? agent.event_number : 0
    this.#link = accept({
      send: (message) => this.#send(message),
      isFull: () => socket.bufferedAmount > maxWaitingOctets,
    })
    world.store.run(
      `UPDATE site_agent SET program_version = ?, last_contact_at = ?, outbox_id = ?, last_number = ?, event_number = ?,
         backlog = NULL, backlog_since = NULL
       WHERE id = ?`,
      hello.version,
      world.clock.now(),
      hello.outbox,
      this.#received,
      this.#lastEvent,
      agent.id,
    )
    socket.on('pong', () => {
      this.heardAt = Date.now()
    })
    socket.on('message', (data) => this.#take(String(data)))
    this.#send({ welcome: { last: this.#received } })
  }

  get keyHash(): string {
    return this.#parts.agent.key_hash
  }

  get outbox(): string {
    return this.#parts.hello.outbox
  }

  ping(): void {
    this.#parts.socket.ping()
  }

  terminate(): void {
    this.#parts.socket.terminate()
  }

  close(code: number): void {
    this.#parts.socket.close(code)
  }

  /** Ends; nothing more is received. */
  end(at: number): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearTimeout(this.#storeTimer)
    this.#link.end(at)
  }

  #send(message: ToAgent): void {
    const { socket } = this.#parts
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }

  #take(text: string): void {
    if (!this.#isOpen) return
    this.heardAt = Date.now()
    try {
      this.#receive(parseMessage<FromAgent>(text))
    } catch (error) {
      const { world, agent } = this.#parts
      world.log.error({ err: error, agentId: agent.id }, 'a message of a site agent was not understood')
      this.terminate()
    }
  }

  #receive(message: FromAgent): void {
    const { world, agent } = this.#parts
    if ('number' in message) this.#receiveKept(message)
    else if ('backlog' in message) {
      const { backlog, since } = AgentBacklog.parse(message)
      world.store.run(
        'UPDATE site_agent SET backlog = ?, backlog_since = ?, last_contact_at = ? WHERE id = ?',
        backlog,
        since,
        world.clock.now(),
        agent.id,
      )
    } else if ('drained' in message) this.#parts.onDrained()
    else if (!('hello' in message)) {
      if ('can' in message) {
        world.store.run('UPDATE site_agent SET can = ? WHERE id = ?', JSON.stringify(message.can), agent.id)
      }
      this.#link.receive(message satisfies FromLink)
    }
  }

  #receiveKept({ number, event, args }: Extract<FromAgent, { number: number }>): void {
    if (!Number.isSafeInteger(number)) throw new TypeError('The number of a message is missing')
    if (number > this.#received) {
      if (event === 'values') this.#link.receive({ event, args })
      else if (number > this.#lastEvent) this.#storeEvent({ number, event, args })
      this.#received = number
    }
    this.#storeTimer ??= setTimeout(() => void this.#confirm(), storeMs)
  }

  /** Stores an event together with its number, so that it is not stored again after a crash before the confirmation. */
  #storeEvent({ number, event, args }: Extract<FromAgent, { number: number }>): void {
    const { world, agent } = this.#parts
    world.store.transaction(() => {
      this.#link.receive({ event, args })
      world.store.run('UPDATE site_agent SET event_number = ? WHERE id = ?', number, agent.id)
    })
    this.#lastEvent = number
  }

  /** Confirms what was received once it is durable. */
  async #confirm(): Promise<void> {
    this.#storeTimer = undefined
    const { world, samples, agent } = this.#parts
    const received = this.#received
    await samples.flush()
    if (!this.#isOpen) return
    world.store.run('UPDATE site_agent SET last_number = ? WHERE id = ?', received, agent.id)
    this.#send({ stored: received })
  }
}
