/**
 * Packets that tests sent and received, and their judge: tshark reads every one. It is required where `CI` is set, and
 * elsewhere its absence is printed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingTshark } from '../../app/commands/tshark.mjs'
import type { IpEndpoint } from '../../services/bacnet/frames/bvlc'

interface Packet {
  from: IpEndpoint
  to: IpEndpoint
  datagram: Uint8Array
}

/** What tshark reads in one packet. */
export interface JudgedPacket {
  from: IpEndpoint
  to: IpEndpoint
  /** The number of a confirmed service that is requested; null for everything else. */
  requested: number | null
  /** Real numbers that are present values. */
  values: number[]
  info: string
}

/** Confirmed services that change a device. */
const changing: ReadonlySet<number> = new Set([0, 7, 8, 9, 10, 11, 15, 16, 17, 20])

/** Whether a packet is between two addresses of this machine that are named in tests. */
export const isOnLoopback = ({ from, to }: JudgedPacket): boolean =>
  [from, to].every(({ address }) => address === '127.0.0.1')

export const changesDevice = ({ requested }: JudgedPacket): boolean => requested !== null && changing.has(requested)

let missing: string | undefined | null = null

/** Whether packets can be judged here. Throws where they have to be and cannot. */
export function hasTshark(): boolean {
  if (missing === null) {
    missing = missingTshark()
    if (missing && process.env.CI) throw new Error(missing)
    if (missing) console.log(`PROMISE N1: skipped: ${missing}`)
  }
  return missing === undefined
}

/** Records packets of one test file, which `judge` reads at its end. */
export function recordPackets() {
  const packets: Packet[] = []
  return {
    add: (packet: Packet) => void packets.push(packet),
    get count() {
      return packets.length
    },
    /** Returns all packets as tshark reads them. Throws when one is malformed. */
    judge: (): JudgedPacket[] => (packets.length > 0 && hasTshark() ? judgeDatagrams(packets) : []),
  }
}
export type PacketRecording = ReturnType<typeof recordPackets>

/** Returns what tshark reads in datagrams. Throws when one is malformed. */
export function judgeDatagrams(packets: readonly Packet[]): JudgedPacket[] {
  return inFolder((folder) => {
    const file = join(folder, 'packets.pcap')
    writeFileSync(file, captureOf(packets))
    const judged = judgeCapture(file, new Set(packets.flatMap(({ from, to }) => [from.port, to.port])))
    if (judged.length !== packets.length) throw new Error(`tshark read ${judged.length} of ${packets.length} packets`)
    return judged
  })
}

const fields = [
  ...['ip.src', 'udp.srcport', 'ip.dst', 'udp.dstport', '_ws.malformed', 'bvlc.function'],
  ...['bacapp.type', 'bacapp.confirmed_service', 'bacapp.present_value.real', '_ws.col.Info'],
]

/** Returns what tshark reads in a capture file, in which these ports are BACnet/IP; without what another port sends. */
function judgeCapture(file: string, ports: ReadonlySet<number>, marker?: number): JudgedPacket[] {
  const decoding = [...ports].flatMap((port) => ['-d', `udp.port==${port},bvlc`])
  const others = marker === undefined ? [] : ['-Y', `udp.port != ${marker}`]
  const argv = ['-r', file, ...others, ...decoding, '-T', 'fields', ...fields.flatMap((field) => ['-e', field])]
  const text = execFileSync('tshark', argv, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1_000_000_000,
  })
  const rows = text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')]))
  const malformed = rows.filter(
    ([, , , , isMalformed, bvlc, , , , info = '']) => isMalformed || !bvlc || /malformed/i.test(info),
  )
  if (malformed.length > 0)
    throw new Error(`${malformed.length} malformed packets, the first: ${malformed[0]?.join(' ')}`)
  return rows.map(([from = '', fromPort, to = '', toPort, , , type, service, values = '', info = '']) => ({
    from: { address: from, port: Number(fromPort) },
    to: { address: to, port: Number(toPort) },
    requested: type === '0' && service ? Number(service) : null,
    values: values.split(',').filter(Boolean).map(Number),
    info,
  }))
}

/** Returns a capture file of UDP datagrams, without checksums. */
function captureOf(packets: readonly Packet[]): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(65_535, 16)
  head.writeUInt32LE(101, 20)
  const octetsOf = ({ address }: IpEndpoint) => address.split('.').map(Number)
  const all = packets.map(({ from, to, datagram }, index) => {
    const packet = Buffer.alloc(16 + 28)
    packet.writeUInt32LE(index, 0)
    packet.writeUInt32LE(datagram.length + 28, 8)
    packet.writeUInt32LE(datagram.length + 28, 12)
    packet.writeUInt8(0x45, 16)
    packet.writeUInt16BE(datagram.length + 28, 18)
    packet.writeUInt8(64, 24)
    packet.writeUInt8(17, 25)
    packet.set([...octetsOf(from), ...octetsOf(to)], 28)
    packet.writeUInt16BE(from.port, 36)
    packet.writeUInt16BE(to.port, 38)
    packet.writeUInt16BE(datagram.length + 8, 40)
    return Buffer.concat([packet, datagram])
  })
  return Buffer.concat([head, ...all])
}

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'packets-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Captures the packets of some ports on the loopback interface, as they are on the wire. Resolves once the first packet
 * is captured; `end` resolves with all of them when the last one is. Null where this user may not capture.
 */
export async function capturePackets(ports: readonly number[]): Promise<{ end(): Promise<JudgedPacket[]> } | null> {
  const folder = mkdtempSync(join(tmpdir(), 'packets-'))
  const file = join(folder, 'packets.pcap')
  const marker = createSocket('udp4')
  await new Promise<void>((resolve) => marker.bind(0, '127.0.0.1', resolve))
  const own = marker.address().port
  const filter = [...ports, own].map((port) => `udp port ${port}`).join(' or ')
  const printing = ['-P', '-l', '-T', 'fields', '-e', 'udp.srcport', '-e', 'udp.length']
  const capture = spawn('tshark', ['-i', 'lo', '-f', filter, '-w', file, ...printing], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => capture.once('close', () => resolve()))
  let text = ''
  capture.stdout.on('data', (bytes) => {
    text += bytes
  })
  /** Sends datagrams of one length to this side itself until the capture has one. */
  const marked = (length: number) =>
    new Promise<boolean>((resolve) => {
      const sending = setInterval(() => {
        const isCaptured = text.includes(`${own}\t${length + 8}\n`)
        if (isCaptured || capture.exitCode !== null) {
          clearInterval(sending)
          resolve(isCaptured)
        } else marker.send(Buffer.alloc(length), own, '127.0.0.1')
      }, 20)
    })
  const close = () => {
    marker.close()
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await marked(1))) {
    close()
    return null
  }
  return {
    async end() {
      await marked(2)
      capture.kill('SIGINT')
      await ended
      try {
        return judgeCapture(file, new Set(ports), own)
      } finally {
        close()
      }
    },
  }
}
