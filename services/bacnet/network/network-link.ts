/** The link and network layers together: from datagrams to messages with their peers, and back. */
import { type Bvlc, decodeBvlc, encodeBvlc, type IpEndpoint } from '../frames/bvlc'
import {
  decodeNpdu,
  encodeNpdu,
  globalNetwork,
  type NetworkMessage,
  type NetworkStation,
  type Npdu,
} from '../frames/npdu'
import { DamagedFrame } from '../octets'
import { isSameEndpoint, type Peer } from '../peer'
import type { Timers } from '../timers'
import { ArrivalLimit } from './arrival-limit'
import { ForeignDevice, type ForeignDeviceOptions, type RegistrationState } from './foreign-device'
import type { DatagramPort } from './udp-port'

export interface NetworkLinkOptions {
  port: DatagramPort
  timers: Timers
  /** Where a local broadcast is sent: the broadcast address of the subnet; on loopback, each device. */
  broadcastTo: readonly IpEndpoint[]
  foreignDevice?: ForeignDeviceOptions | undefined
}

/** All devices of the local network, of one routed network, or of all networks. */
export type BroadcastScope = 'local' | 'global' | { network: number }

export interface NetworkListener {
  /** `isBroadcast` messages are never answered with a refusal. */
  apdu(apdu: Uint8Array, from: Peer, isBroadcast: boolean): void
  unreachable(router: IpEndpoint, network: number, reason: number): void
}

/** Datagrams, by what became of them. */
export interface LinkCounts {
  received: number
  damaged: number
  ignored: number
  /** Over the limits of one address or of all, and not read. */
  dropped: number
}

/** More networks are forged. */
const maxRouters = 1_024

interface Delivery {
  npdu: Uint8Array
  from: IpEndpoint
  isBroadcast: boolean
}

export class NetworkLink {
  readonly counts: LinkCounts = { received: 0, damaged: 0, ignored: 0, dropped: 0 }
  readonly #options: NetworkLinkOptions
  readonly #foreignDevice: ForeignDevice | undefined
  readonly #routers = new Map<number, IpEndpoint>()
  readonly #arrivals: ArrivalLimit
  #listener: NetworkListener | undefined

  constructor(options: NetworkLinkOptions) {
    this.#options = options
    const { port, timers, foreignDevice } = options
    this.#arrivals = new ArrivalLimit(timers)
    port.onDatagram((datagram, from) => this.#receive(datagram, from))
    if (!foreignDevice) return
    this.#foreignDevice = new ForeignDevice(foreignDevice, timers, (datagram, to) => port.send(datagram, to))
    this.#foreignDevice.register()
  }

  /** Undefined when this side is on the same subnet as its devices. */
  get registration(): RegistrationState | undefined {
    return this.#foreignDevice?.state
  }

  /** Routers that were heard of, by the number of the network behind them. */
  get routers(): ReadonlyMap<number, IpEndpoint> {
    return this.#routers
  }

  listen(listener: NetworkListener): void {
    this.#listener = listener
  }

  send(peer: Peer, apdu: Uint8Array, isReplyExpected: boolean): void {
    const npdu = encodeNpdu({
      ...(peer.station && { destination: peer.station }),
      ...{ isReplyExpected, priority: 0, content: { kind: 'apdu', apdu } },
    })
    this.#options.port.send(encodeBvlc({ kind: 'originalUnicast', npdu }), peer)
  }

  broadcast(apdu: Uint8Array, scope: BroadcastScope): void {
    this.#broadcastNpdu({ content: { kind: 'apdu', apdu } }, scope)
  }

  /** Asks which routers there are, or which one leads to a network; answers are in `routers`. */
  whoIsRouter(network?: number): void {
    const message: NetworkMessage = { kind: 'whoIsRouter', ...(network !== undefined && { network }) }
    this.#broadcastNpdu({ content: { kind: 'message', message } }, 'local')
  }

  async close(): Promise<void> {
    this.#foreignDevice?.stop()
    await this.#options.port.close()
  }

  #broadcastNpdu({ content }: Pick<Npdu, 'content'>, scope: BroadcastScope): void {
    const network = scope === 'global' ? globalNetwork : scope === 'local' ? undefined : scope.network
    const destination: NetworkStation | undefined =
      network === undefined ? undefined : { network, mac: new Uint8Array(0) }
    const npdu = encodeNpdu({ ...(destination && { destination }), isReplyExpected: false, priority: 0, content })
    const { port, broadcastTo } = this.#options
    if (this.#foreignDevice) port.send(encodeBvlc({ kind: 'distributeBroadcast', npdu }), this.#foreignDevice.bbmd)
    else for (const to of broadcastTo) port.send(encodeBvlc({ kind: 'originalBroadcast', npdu }), to)
  }

  /** No datagram, however damaged, gets further than this. */
  #receive(datagram: Uint8Array, from: IpEndpoint): void {
    this.counts.received += 1
    if (!this.#arrivals.admits(from.address)) {
      this.counts.dropped += 1
      return
    }
    try {
      const delivery = this.#unwrap(decodeBvlc(datagram), from)
      if (delivery) this.#deliver(delivery)
      else this.counts.ignored += 1
    } catch (error) {
      if (!(error instanceof DamagedFrame)) throw error
      this.counts.damaged += 1
    }
  }

  #unwrap(frame: Bvlc, from: IpEndpoint): Delivery | undefined {
    const { local } = this.#options.port
    const bbmd = this.#foreignDevice?.bbmd
    switch (frame.kind) {
      case 'originalUnicast':
        return { npdu: frame.npdu, from, isBroadcast: false }
      case 'originalBroadcast':
        return { npdu: frame.npdu, from, isBroadcast: true }
      case 'forwarded':
        // A foreign device gets these from its BBMD only; and not its own broadcasts.
        if ((bbmd && !isSameEndpoint(bbmd, from)) || isSameEndpoint(frame.origin, local)) return undefined
        return { npdu: frame.npdu, from: frame.origin, isBroadcast: true }
      case 'result':
        if (bbmd && isSameEndpoint(bbmd, from)) this.#foreignDevice?.result(frame.code)
        return undefined
      default:
        return undefined
    }
  }

  #deliver({ npdu, from, isBroadcast }: Delivery): void {
    const { source, destination, content } = decodeNpdu(npdu)
    if (content.kind === 'message') return this.#takeMessage(content.message, from)
    // What is for a device of another network is for a router to pass on.
    const isForThis = !destination || destination.network === globalNetwork
    if (!isForThis) {
      this.counts.ignored += 1
      return
    }
    const station = source && { network: source.network, mac: source.mac.slice() }
    const peer: Peer = { address: from.address, port: from.port, ...(station && { station }) }
    this.#listener?.apdu(content.apdu, peer, isBroadcast || destination !== undefined)
  }

  #takeMessage(message: NetworkMessage, from: IpEndpoint): void {
    const router = { address: from.address, port: from.port }
    if (message.kind === 'iAmRouter') for (const network of message.networks) this.#noteRouter(network, router)
    else if (message.kind === 'rejectMessage') this.#listener?.unreachable(router, message.network, message.reason)
    else this.counts.ignored += 1
  }

  #noteRouter(network: number, router: IpEndpoint): void {
    if (this.#routers.size < maxRouters || this.#routers.has(network)) this.#routers.set(network, router)
  }
}
