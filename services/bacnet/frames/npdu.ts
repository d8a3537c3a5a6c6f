/** Network layer (clause 6.2): addresses of routed networks, priority, and messages between routers. */
import { DamagedFrame, OctetReader, OctetWriter } from '../octets'

/** A device on a routed network. No octets of a MAC address stand for all devices of the network. */
export interface NetworkStation {
  network: number
  mac: Uint8Array
}

export interface Npdu {
  destination?: NetworkStation
  source?: NetworkStation
  hopCount?: number
  isReplyExpected: boolean
  /** 0 normal, 1 urgent, 2 critical equipment, 3 life safety. */
  priority: number
  content: { kind: 'apdu'; apdu: Uint8Array } | { kind: 'message'; message: NetworkMessage }
}

export type NetworkMessage =
  | { kind: 'whoIsRouter'; network?: number }
  | { kind: 'iAmRouter'; networks: number[] }
  | { kind: 'rejectMessage'; reason: number; network: number }
  | { kind: 'whatIsNetworkNumber' }
  | { kind: 'networkNumberIs'; network: number; isConfigured: boolean }
  /** Tables, busy routers and vendors' own messages: ignored. */
  | { kind: 'other'; type: number }

/** The network number that stands for all networks. */
export const globalNetwork = 0xffff

const version = 1
const bits = { networkMessage: 0x80, destination: 0x20, source: 0x08, replyExpected: 0x04, priority: 0x03 } as const
const messageTypes = {
  whoIsRouter: 0x00,
  iAmRouter: 0x01,
  rejectMessage: 0x03,
  whatIsNetworkNumber: 0x12,
  networkNumberIs: 0x13,
} as const
const firstOfVendors = 0x80

export function decodeNpdu(octets: Uint8Array): Npdu {
  const reader = new OctetReader(octets)
  if (reader.uint8() !== version) throw new DamagedFrame('another version of the network layer')
  const control = reader.uint8()
  const destination = control & bits.destination ? readStation(reader) : undefined
  const source = control & bits.source ? readStation(reader) : undefined
  if (source && (source.mac.length === 0 || source.network === globalNetwork))
    throw new DamagedFrame('a source that is no single device')
  const hopCount = destination ? reader.uint8() : undefined
  return {
    ...(destination && { destination }),
    ...(source && { source }),
    ...(hopCount !== undefined && { hopCount }),
    isReplyExpected: (control & bits.replyExpected) !== 0,
    priority: control & bits.priority,
    content:
      control & bits.networkMessage
        ? { kind: 'message', message: readMessage(reader) }
        : { kind: 'apdu', apdu: reader.rest() },
  }
}

export function encodeNpdu({ destination, source, hopCount, isReplyExpected, priority, content }: Npdu): Uint8Array {
  const control =
    (content.kind === 'message' ? bits.networkMessage : 0) |
    (destination ? bits.destination : 0) |
    (source ? bits.source : 0) |
    (isReplyExpected ? bits.replyExpected : 0) |
    priority
  const writer = new OctetWriter().uint8(version).uint8(control)
  if (destination) writeStation(writer, destination)
  if (source) writeStation(writer, source)
  if (destination) writer.uint8(hopCount ?? 255)
  if (content.kind === 'apdu') return writer.write(content.apdu).octets()
  writeMessage(writer, content.message)
  return writer.octets()
}

function readStation(reader: OctetReader): NetworkStation {
  const network = reader.uint16()
  if (network === 0) throw new DamagedFrame('a network with the number 0')
  return { network, mac: reader.take(reader.uint8()) }
}

function writeStation(writer: OctetWriter, { network, mac }: NetworkStation): void {
  writer.uint16(network).uint8(mac.length).write(mac)
}

function readMessage(reader: OctetReader): NetworkMessage {
  const type = reader.uint8()
  switch (type) {
    case messageTypes.whoIsRouter:
      return reader.remaining === 0 ? { kind: 'whoIsRouter' } : { kind: 'whoIsRouter', network: reader.uint16() }
    case messageTypes.iAmRouter: {
      const networks: number[] = []
      while (reader.remaining >= 2) networks.push(reader.uint16())
      return { kind: 'iAmRouter', networks }
    }
    case messageTypes.rejectMessage:
      return { kind: 'rejectMessage', reason: reader.uint8(), network: reader.uint16() }
    case messageTypes.whatIsNetworkNumber:
      return { kind: 'whatIsNetworkNumber' }
    case messageTypes.networkNumberIs:
      return { kind: 'networkNumberIs', network: reader.uint16(), isConfigured: reader.uint8() === 1 }
    default:
      return { kind: 'other', type }
  }
}

function writeMessage(writer: OctetWriter, message: NetworkMessage): void {
  if (message.kind === 'other') {
    writer.uint8(message.type)
    if (message.type >= firstOfVendors) writer.uint16(0)
    return
  }
  writer.uint8(messageTypes[message.kind])
  if (message.kind === 'whoIsRouter' && message.network !== undefined) writer.uint16(message.network)
  if (message.kind === 'iAmRouter') for (const network of message.networks) writer.uint16(network)
  if (message.kind === 'rejectMessage') writer.uint8(message.reason).uint16(message.network)
  if (message.kind === 'networkNumberIs') writer.uint16(message.network).uint8(message.isConfigured ? 1 : 0)
}
