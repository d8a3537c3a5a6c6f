/** No datagram, however damaged, ends, blocks or grows the client: mutated frames, a million at full size. */
import { expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { decodeProperty } from '../../../services/bacnet/encoding/property-values'
import { fromHex, toHex } from '../../../services/bacnet/octets'
import { manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'

const count = process.env.PROVE === '1' ? 1_000_000 : 20_000
const device = '10.0.0.7:47808'

const exceptions = '0e0c7e0c19ff0f2eb40800000044 41a000002f390a 1c01800005 2eb40800000091012f 390d'
const week = '0eb4080000009101b411000000000f 0e0f 0e0f 0e0f 0e0f 0e0f 0e0f'
const log = '0ea47e0b1b05b4000f00000f1e2c41a000001f2a0400 0ea47e0b1b05b4000f00000f1e8e910291 1e8f1f'
const recipients = '8201feb400000000b4173b3b63 0c0200004d 2101 11 8205e0'
const samples = [
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
const values: [number, number, string][] = [
  [17, 38, exceptions],
  [17, 123, week],
  [20, 131, log],
  [15, 102, recipients],
  [9, 83, '5e091e1c412000002c41c800003c3f0000005f'],
  [8, 152, '0e0e0c0200004d0f19030f1e0c0000000119551f2901393c4c3f000000'],
]

/** Numbers that are the same in each run (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function mutated(octets: Uint8Array, below: (limit: number) => number): Uint8Array {
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

test(`${count} damaged datagrams and values end nothing, and leave nothing behind`, async () => {
  const below = numbers(135)
  const port = memoryPort()
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [], identity: { instance: 9, vendorId: 555 } })
  client.onEvent(() => {})
  const reader = client.device({ peer: { address: '10.0.0.7', port: 47808 }, maxApdu: 1476, segmentation: 0 })
  const before = process.memoryUsage().heapUsed
  let slowestMs = 0
  for (let index = 0; index < count; index++) {
    if (index % 500 === 0) {
      reader.readProperty({ object: { type: 2, instance: 1 }, property: 85 }).catch(() => {})
      await timers.advance(20_000)
    }
    const started = performance.now()
    if (index % 2 === 0) {
      const frame = mutated(fromHex(samples[below(samples.length)] ?? ''), below)
      port.deliver(toHex(frame), device)
    } else {
      const [objectType, property, hex] = values[below(values.length)] ?? [0, 0, '']
      decodeProperty({ objectType, property }, mutated(fromHex(hex.replaceAll(' ', '')), below))
    }
    if (index > 1_000) slowestMs = Math.max(slowestMs, performance.now() - started)
    port.sent.length = 0
  }
  await timers.advance(60_000)
  await settled()
  const reading = reader.readProperty({ object: { type: 2, instance: 1 }, property: 85 })
  const id = port.takeSent()[0]?.slice(16, 18) ?? ''
  port.deliver(unicast(`30 ${id} 0c 0c 00 80 00 01 19 55 3e 44 41 a0 00 00 3f`), device)
  expect(await reading).toEqual({ kind: 'primitives', values: [{ type: 'real', value: 20 }] })
  await client.close()
  const grownMb = (process.memoryUsage().heapUsed - before) / 1_048_576
  console.log(
    `PROMISE WIRE: ${count} damaged frames, the slowest ${slowestMs.toFixed(1)} ms, heap ${grownMb.toFixed(0)} MB more`,
  )
  expect(client.damaged).toBeGreaterThan(count / 100)
  expect(grownMb).toBeLessThan(150)
})
