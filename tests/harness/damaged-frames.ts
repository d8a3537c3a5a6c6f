/** Frames and values as devices send them, and what damages them. */
import { unicast } from './bacnet-peer'

const exceptions = '0e0c7e0c19ff0f2eb40800000044 41a000002f390a 1c01800005 2eb40800000091012f 390d'
const week = '0eb4080000009101b411000000000f 0e0f 0e0f 0e0f 0e0f 0e0f 0e0f'
const log = '0ea47e0b1b05b4000f00000f1e2c41a000001f2a0400 0ea47e0b1b05b4000f00000f1e8e910291 1e8f1f'
const recipients = '8201feb400000000b4173b3b63 0c0200004d 2101 11 8205e0'
/** Datagrams in hexadecimal digits: notifications, answers, I-Am, messages of routers, segments. */
export const sampleFrames = [
  unicast('10 00 c4 02 00 00 07 22 05 c4 91 03 22 02 2b'),
  unicast('10 02 09 01 1c 02 00 00 07 2c 00 80 00 01 39 00 4e 09 55 2e 44 41 a0 00 00 2f 4f'),
  unicast(
    '00 05 01 02 09 01 1c 02 00 00 07 2c 00 00 00 01 3e 19 01 3f 49 04 59 64 69 05 89 00 99 01 a9 00 b9 03 ce 5e 0c 42 a0 00 00 1a 04 80 2c 3f 80 00 00 3c 42 a0 00 00 5f cf',
  ),
  unicast('30 01 0e 0c 00 80 00 01 1e 29 55 4e 44 41 a0 00 00 4f 29 6f 4e 82 04 00 4f 1f'),
  unicast('3c 01 00 10 0c 0c 02 00 00 07 19 4c 3e c4 02 00 00 01'),
  unicast('50 01 0c 91 01 91 1f', { network: '03e9', mac: '0c' }),
  '810b000b01800103e903ea',
  '810400180a000007bac001001000c40200000722 05c4910322022b'.replaceAll(' ', ''),
]
/** Type of object, property and octets of constructed values. */
export const damagedValues: [number, number, string][] = [
  [17, 38, exceptions],
  [17, 123, week],
  [20, 131, log],
  [15, 102, recipients],
  [9, 83, '5e091e1c412000002c41c800003c3f0000005f'],
  [8, 152, '0e0e0c0200004d0f19030f1e0c0000000119551f2901393c4c3f000000'],
]

/** Numbers that are the same in each run (mulberry32). */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Returns octets with one to four changes. */
export function damaged(octets: Uint8Array, below: (limit: number) => number): Uint8Array {
  const changed = [...octets]
  for (let times = 1 + below(4); times > 0; times--) {
    const at = below(changed.length + 1)
    const kind = below(4)
    if (kind === 0) changed[Math.min(at, changed.length - 1)] = below(256)
    else if (kind === 1) changed.splice(at, 0, below(256))
    else if (kind === 2) changed.splice(at, 1 + below(4))
    else changed.push(...changed.slice(at, at + 40))
  }
  return Uint8Array.from(changed)
}
