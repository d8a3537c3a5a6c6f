/** No datagram, however damaged, ends, blocks or grows the client: mutated frames, a million at full size. */
import { expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { decodeProperty } from '../../../services/bacnet/encoding/property-values'
import { fromHex, toHex } from '../../../services/bacnet/octets'
import { manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'
import { damaged, damagedValues, randomNumbers, sampleFrames } from '../../harness/damaged-frames'

const count = process.env.PROVE === '1' ? 1_000_000 : 20_000
const device = '10.0.0.7:47808'

test(`${count} damaged datagrams and values end nothing, and leave nothing behind`, async () => {
  const below = randomNumbers(135)
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
      const frame = damaged(fromHex(sampleFrames[below(sampleFrames.length)] ?? ''), below)
      port.deliver(toHex(frame), device)
    } else {
      const [objectType, property, hex] = damagedValues[below(damagedValues.length)] ?? [0, 0, '']
      decodeProperty({ objectType, property }, damaged(fromHex(hex.replaceAll(' ', '')), below))
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
