/** BACnet Virtual Link Layer of BACnet/IP (annex J.2): the head of every datagram. */
import { DamagedFrame, OctetReader, OctetWriter } from '../octets'

/** An IPv4 address and a UDP port. */
export interface IpEndpoint {
  address: string
  port: number
}

export type Bvlc =
  | { kind: 'result'; code: number }
  | { kind: 'forwarded'; origin: IpEndpoint; npdu: Uint8Array }
  | { kind: 'registerForeignDevice'; lifetimeSeconds: number }
  | { kind: 'distributeBroadcast'; npdu: Uint8Array }
  | { kind: 'originalUnicast'; npdu: Uint8Array }
  | { kind: 'originalBroadcast'; npdu: Uint8Array }
  /** Reading and writing of tables of a BBMD, and secure frames: nothing that this program answers. */
  | { kind: 'other'; function: number }

export const bvlcResults = {
  success: 0x0000,
  registerForeignDeviceNak: 0x0030,
  distributeBroadcastNak: 0x0060,
} as const

const bacnetIp = 0x81
const functions = {
  result: 0x00,
  forwarded: 0x04,
  registerForeignDevice: 0x05,
  distributeBroadcast: 0x09,
  originalUnicast: 0x0a,
  originalBroadcast: 0x0b,
} as const

export function decodeBvlc(datagram: Uint8Array): Bvlc {
  const head = new OctetReader(datagram)
  if (head.uint8() !== bacnetIp) throw new DamagedFrame('no BACnet/IP frame')
  const name = head.uint8()
  const length = head.uint16()
  if (length < 4 || length > datagram.length) throw new DamagedFrame('a frame with a wrong length')
  const reader = new OctetReader(datagram.subarray(4, length))
  switch (name) {
    case functions.result:
      return { kind: 'result', code: reader.uint16() }
    case functions.forwarded:
      return { kind: 'forwarded', origin: readEndpoint(reader), npdu: reader.rest() }
    case functions.registerForeignDevice:
      return { kind: 'registerForeignDevice', lifetimeSeconds: reader.uint16() }
    case functions.distributeBroadcast:
      return { kind: 'distributeBroadcast', npdu: reader.rest() }
    case functions.originalUnicast:
      return { kind: 'originalUnicast', npdu: reader.rest() }
    case functions.originalBroadcast:
      return { kind: 'originalBroadcast', npdu: reader.rest() }
    default:
      return { kind: 'other', function: name }
  }
}

export function encodeBvlc(frame: Exclude<Bvlc, { kind: 'other' }>): Uint8Array {
  const body = new OctetWriter()
  if (frame.kind === 'result') body.uint16(frame.code)
  else if (frame.kind === 'registerForeignDevice') body.uint16(frame.lifetimeSeconds)
  else {
    if (frame.kind === 'forwarded') body.write(endpointOctets(frame.origin))
    body.write(frame.npdu)
  }
  return new OctetWriter()
    .uint8(bacnetIp)
    .uint8(functions[frame.kind])
    .uint16(body.length + 4)
    .write(body.octets())
    .octets()
}

/** Returns the six octets of an endpoint, as a MAC address of BACnet/IP has them. */
export function endpointOctets({ address, port }: IpEndpoint): Uint8Array {
  return Uint8Array.of(...address.split('.').map(Number), port >>> 8, port & 255)
}

function readEndpoint(reader: OctetReader): IpEndpoint {
  return { address: reader.take(4).join('.'), port: reader.uint16() }
}
