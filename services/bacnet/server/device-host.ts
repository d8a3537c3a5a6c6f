/** What has one address on an IP network: a device, and as a router those on a network behind it. */
import { bvlcResults, decodeBvlc, encodeBvlc, type IpEndpoint } from '../frames/bvlc'
import {
  decodeNpdu,
  encodeNpdu,
  globalNetwork,
  type NetworkMessage,
  type NetworkStation,
  type Npdu,
} from '../frames/npdu'
import type { DatagramPort } from '../network/udp-port'
import { DamagedFrame } from '../octets'
import type { Peer } from '../peer'
import type { Timers } from '../timers'
import type { BackupSource, DeviceModel, LogSource, ObjectSource, PointSource } from './device-model'
import { ServedDevice } from './served-device'
import { StationLine } from './station-line'

export interface ServedHardware {
  model: DeviceModel
  source: PointSource
  objects: ObjectSource
  backup: BackupSource
  logs: LogSource
}

export interface DeviceHostOptions {
  port: DatagramPort
  timers: Timers
  device: ServedHardware
  /** The network behind it; the address of a station is its place in the list, from 1. */
  routed?: { network: number; stations: readonly ServedHardware[] }
}

/** How often values are compared with those that subscribers know. */
const scanMs = 1_000
/** A network that cannot be reached over this router (clause 6.4.4). */
const unknownNetwork = 1

export class DeviceHost {
  /** Datagrams that are no frames of the protocol. */
  damaged = 0
  readonly #options: DeviceHostOptions
  readonly #device: ServedDevice
  readonly #stations: readonly ServedDevice[]
  readonly #line: StationLine
  #cancelScan: () => void = () => {}

  constructor(options: DeviceHostOptions) {
    const { port, timers, device, routed } = options
    this.#options = options
    this.#line = new StationLine(timers)
    this.#device = new ServedDevice({ ...device, timers, send: (...message) => this.#send(undefined, ...message) })
    this.#stations = (routed?.stations ?? []).map(
      (hardware, at) =>
        new ServedDevice({
          ...hardware,
          timers,
          send: (...message) => this.#line.run(() => this.#send(at + 1, ...message)),
        }),
    )
    port.onDatagram((datagram, from) => this.#receive(datagram, from))
    this.#scanLater()
  }

  async close(): Promise<void> {
    this.#cancelScan()
    this.#line.stop()
    for (const device of [this.#device, ...this.#stations]) device.close()
    await this.#options.port.close()
  }

  #scanLater(): void {
    this.#cancelScan = this.#options.timers.after(scanMs, () => {
      for (const device of [this.#device, ...this.#stations]) device.scan()
      this.#scanLater()
    })
  }

  #receive(datagram: Uint8Array, from: IpEndpoint): void {
    try {
      const frame = decodeBvlc(datagram)
      switch (frame.kind) {
        case 'originalUnicast':
          return this.#route(decodeNpdu(frame.npdu), from, false)
        case 'originalBroadcast':
          return this.#route(decodeNpdu(frame.npdu), from, true)
        case 'forwarded':
          return this.#route(decodeNpdu(frame.npdu), frame.origin, true)
        case 'registerForeignDevice':
          return this.#sendResult(from, bvlcResults.registerForeignDeviceNak)
        case 'distributeBroadcast':
          return this.#sendResult(from, bvlcResults.distributeBroadcastNak)
      }
    } catch (error) {
      if (!(error instanceof DamagedFrame)) throw error
      this.damaged += 1
    }
  }

  /** It is no BBMD. */
  #sendResult(to: IpEndpoint, code: number): void {
    this.#options.port.send(encodeBvlc({ kind: 'result', code }), to)
  }

  #route({ destination, source, content }: Npdu, endpoint: IpEndpoint, isBroadcast: boolean): void {
    const from: Peer = { address: endpoint.address, port: endpoint.port, ...(source && { station: source }) }
    if (content.kind === 'message') return this.#answerMessage(content.message, from)
    const { apdu } = content
    const isForAll = destination?.network === globalNetwork
    if (!destination || isForAll) this.#device.receive(apdu, from, isBroadcast || isForAll)
    if (!destination) return
    const own = this.#options.routed?.network
    if (isForAll || destination.network === own) this.#deliver(destination, apdu, from)
    else if (!isBroadcast && own !== undefined)
      this.#sendMessage(from, { kind: 'rejectMessage', reason: unknownNetwork, network: destination.network })
  }

  /** Hands a message to one station, or to all of them; the octets may not be those of the datagram any more. */
  #deliver({ mac }: NetworkStation, octets: Uint8Array, from: Peer): void {
    const apdu = octets.slice()
    const [address] = mac
    const receivers = mac.length === 0 ? this.#stations : mac.length === 1 ? [this.#stations[(address ?? 0) - 1]] : []
    for (const device of receivers) if (device) this.#line.run(() => device.receive(apdu, from, mac.length === 0))
  }

  #answerMessage(message: NetworkMessage, from: Peer): void {
    const own = this.#options.routed?.network
    if (message.kind !== 'whoIsRouter' || own === undefined) return
    if (message.network === undefined || message.network === own)
      this.#sendMessage(from, { kind: 'iAmRouter', networks: [own] })
  }

  #sendMessage(to: Peer, message: NetworkMessage): void {
    const { station } = to
    const npdu = encodeNpdu({
      ...(station && { destination: station }),
      isReplyExpected: false,
      priority: 0,
      content: { kind: 'message', message },
    })
    this.#options.port.send(encodeBvlc({ kind: 'originalUnicast', npdu }), to)
  }

  /** Sends a message of the device, or of a station. */
  #send(station: number | undefined, to: Peer, apdu: Uint8Array, isReplyExpected: boolean): void {
    const network = this.#options.routed?.network
    const npdu = encodeNpdu({
      ...(to.station && { destination: to.station }),
      ...(station !== undefined && network !== undefined && { source: { network, mac: Uint8Array.of(station) } }),
      isReplyExpected,
      priority: 0,
      content: { kind: 'apdu', apdu },
    })
    this.#options.port.send(encodeBvlc({ kind: 'originalUnicast', npdu }), to)
  }
}
