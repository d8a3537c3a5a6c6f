/** What a BACnet client is tested with: time by hand, and a network in memory whose other end is raw octets. */
import type { IpEndpoint } from '../../services/bacnet/frames/bvlc'
import type { DatagramPort } from '../../services/bacnet/network/udp-port'
import { fromHex, toHex } from '../../services/bacnet/octets'
import type { Timers } from '../../services/bacnet/timers'

interface ManualTimers extends Timers {
  /** Lets time pass, running what is due on the way. */
  advance(ms: number): Promise<void>
}

export function manualTimers(startMs = 1_000_000): ManualTimers {
  let now = startMs
  const due = new Map<symbol, { at: number; action: () => void }>()
  const next = (until: number) =>
    [...due].filter(([, { at }]) => at <= until).sort(([, one], [, other]) => one.at - other.at)[0]
  return {
    now: () => now,
    after(ms, action) {
      const key = Symbol('timer')
      due.set(key, { at: now + ms, action })
      return () => due.delete(key)
    },
    async advance(ms) {
      const end = now + ms
      for (let first = next(end); first; first = next(end)) {
        const [key, { at, action }] = first
        due.delete(key)
        now = at
        action()
        await settled()
      }
      now = end
      await settled()
    },
  }
}

/** Resolves when what follows from settled promises has been done. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export interface SentDatagram {
  hex: string
  to: string
}

interface MemoryPort extends DatagramPort {
  sent: SentDatagram[]
  /** Returns and forgets the datagrams sent so far, in hexadecimal digits. */
  takeSent(): string[]
  /** Delivers a datagram as if an endpoint had sent it; blanks among the digits are allowed. */
  deliver(hex: string, from: string): void
}

export const endpoint = (text: string): IpEndpoint => {
  const [address = '', port] = text.split(':')
  return { address, port: Number(port) }
}

export function memoryPort(local = '10.0.0.1:47808'): MemoryPort {
  let listener: (datagram: Uint8Array, from: IpEndpoint) => void = () => {}
  const sent: SentDatagram[] = []
  return {
    local: endpoint(local),
    sent,
    takeSent: () => sent.splice(0).map(({ hex }) => hex),
    send: (datagram, to) => sent.push({ hex: toHex(datagram), to: `${to.address}:${to.port}` }),
    onDatagram(one) {
      listener = one
    },
    deliver: (hex, from) => listener(fromHex(hex.replaceAll(' ', '')), endpoint(from)),
    close: async () => {},
  }
}

/** Returns a unicast datagram around an APDU, with the length in front; from a station, if its octets are named. */
export function unicast(apdu: string, source?: { network: string; mac: string }): string {
  const head = source
    ? `0108${source.network}${(source.mac.length / 2).toString(16).padStart(2, '0')}${source.mac}`
    : '0100'
  const npdu = head + apdu.replaceAll(' ', '')
  return `810a${(npdu.length / 2 + 4).toString(16).padStart(4, '0')}${npdu}`
}
