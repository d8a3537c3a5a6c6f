/** One client for each configured network. A network that cannot be opened is tried again until it can. */
import { networkInterfaces } from 'node:os'
import type { LinkNetwork, SearchProblem } from '../../link/port'
import { BacnetClient } from '../client/bacnet-client'
import type { IpEndpoint } from '../frames/bvlc'
import { type DatagramPort, openUdpPort, type UdpOptions } from '../network/udp-port'
import { isSameEndpoint, type Peer } from '../peer'
import type { Timers } from '../timers'

export type OpenPort = (options: UdpOptions) => Promise<DatagramPort>

export interface NetworkClientsOptions {
  timers: Timers
  openPort?: OpenPort | undefined
  /** Whether a device may be written to. */
  mayWrite(networkId: string, device: Peer): boolean
  /** Is called with the client of a network, each time it is opened. */
  onOpen(networkId: string, client: BacnetClient): void
  /** Is called when the client of a network is about to be closed. */
  onClose(networkId: string): void
  log(text: string): void
}

interface NetworkState {
  network: LinkNetwork
  client: BacnetClient | null
  problem: SearchProblem | null
  openedAt: number
}

const retryMs = 10_000
/** A BBMD that has not answered the registration by then is silent. */
const bbmdAnswerMs = 4_000
/** A silent device is asked again within the time in which it has to be back. */
const maxBackOffMs = 60_000
/** How long the end of a client waits for devices to confirm the end of their subscriptions. */
const cancelMs = 1_000

export class NetworkClients {
  readonly #options: NetworkClientsOptions
  readonly #openPort: OpenPort
  #states = new Map<string, NetworkState>()
  #work = Promise.resolve()
  #cancelRetry = () => {}
  #isStopped = false

  constructor(options: NetworkClientsOptions) {
    this.#options = options
    this.#openPort = options.openPort ?? openUdpPort
  }

  /**
   * Opens what is new and closes what is gone or different. Resolves when each network is open or has its problem. After
   * the stop it opens nothing any more.
   */
  configure(networks: readonly LinkNetwork[]): Promise<void> {
    this.#work = this.#work.then(() => this.#apply(this.#isStopped ? [] : networks))
    return this.#work
  }

  /** Resolves when the last configuration is applied. */
  settled(): Promise<void> {
    return this.#work
  }

  client(networkId: string): BacnetClient | null {
    return this.#states.get(networkId)?.client ?? null
  }

  has(networkId: string): boolean {
    return this.#states.has(networkId)
  }

  /** Returns why controllers of a network may not be heard; null when nothing is known to be wrong. */
  problem(networkId: string): SearchProblem | null {
    const state = this.#states.get(networkId)
    if (!state) return 'noInterface'
    if (!state.client) return state.problem ?? 'noInterface'
    const { registration } = state.client.link
    if (registration === 'refused') return 'bbmdRefused'
    const isLate = this.#options.timers.now() - state.openedAt >= bbmdAnswerMs
    return registration === 'pending' && isLate ? 'bbmdSilent' : null
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelRetry()
    await this.configure([])
  }

  async #apply(networks: readonly LinkNetwork[]): Promise<void> {
    this.#cancelRetry()
    const wanted = new Map(networks.map((network) => [network.id, network]))
    for (const [id, state] of [...this.#states]) {
      if (isSameNetwork(state.network, wanted.get(id))) continue
      this.#states.delete(id)
      if (state.client) this.#options.onClose(id)
      if (state.client) await this.#close(state.client)
    }
    for (const network of networks) {
      const state = this.#states.get(network.id) ?? { network, client: null, problem: null, openedAt: 0 }
      this.#states.set(network.id, state)
      if (!state.client) await this.#open(state)
    }
    if (!this.#isStopped && [...this.#states.values()].some(({ client }) => !client))
      this.#cancelRetry = this.#options.timers.after(retryMs, () => void this.configure(networks))
  }

  /** Cancels the subscriptions as far as there is time; devices forget the others at the end of their lifetime. */
  async #close(client: BacnetClient): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancelTimer = this.#options.timers.after(cancelMs, resolve)
      void client.subscriptions.cancelAll().then(() => {
        cancelTimer()
        resolve()
      })
    })
    await client.close()
  }

  async #open(state: NetworkState): Promise<void> {
    const { id, own, broadcastTo, bbmd } = state.network
    const { timers, onOpen, log } = this.#options
    try {
      const port = await this.#openPort({ ...own, broadcastAddress: broadcastAddressOf(own, broadcastTo) })
      state.client = new BacnetClient({
        ...{ port, timers, broadcastTo, limits: { maxBackOffMs } },
        mayWrite: (device) => this.#options.mayWrite(id, device),
        foreignDevice: bbmd
          ? { bbmd: { address: bbmd.address, port: bbmd.port }, lifetimeSeconds: bbmd.lifetimeSeconds }
          : undefined,
      })
      state.problem = null
      state.openedAt = timers.now()
      onOpen(id, state.client)
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== state.problem) log(`${own.address}:${own.port} cannot be opened: ${String(error)}`)
      state.problem = problem
    }
  }
}

const isSameNetwork = (one: LinkNetwork, other: LinkNetwork | undefined) =>
  other !== undefined && JSON.stringify(one) === JSON.stringify(other)

/** Returns what keeps a socket from being opened; two networks cannot have the same address and port. */
const problemOf = (error: unknown): SearchProblem =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'portInUse' : 'noInterface'

/** Returns the broadcast address of the interface, on which broadcasts of others arrive, where broadcasts are sent to it. */
function broadcastAddressOf(own: IpEndpoint, broadcastTo: readonly IpEndpoint[]): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? [])
  const netmask = all.find(({ address, family }) => family === 'IPv4' && address === own.address)?.netmask
  if (!netmask) return undefined
  const mask = netmask.split('.').map(Number)
  const octets = own.address.split('.').map((octet, at) => Number(octet) | (255 - (mask[at] ?? 255)))
  const broadcast = { address: octets.join('.'), port: own.port }
  return broadcastTo.some((one) => isSameEndpoint(one, broadcast)) ? broadcast.address : undefined
}
