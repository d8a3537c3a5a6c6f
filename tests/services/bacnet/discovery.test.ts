/** Finding devices, of which some answer late, twice, from two places or out of range. */
import { expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { discover } from '../../../services/bacnet/client/discovery'
import { endpoint, manualTimers, memoryPort, unicast } from '../../harness/bacnet-peer'

const iAm = (instance: string) => `10 00 c4 02 00 00 ${instance} 22 01 e0 91 03 22 02 2b`

test('everybody who answers in time is found once; an instance at two places is a duplicate', async () => {
  const port = memoryPort()
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [endpoint('10.0.0.255:47808')] })
  const finding = discover(client, { range: { low: 1, high: 100 }, waitMs: 4_000, timers })
  port.deliver(unicast(iAm('07')), '10.0.0.7:47808')
  port.deliver(unicast(iAm('09')), '10.0.0.9:47808')
  port.deliver(unicast(iAm('c8')), '10.0.0.200:47808')
  port.deliver(unicast('10 00 c4 02 00 00 08 22'), '10.0.0.8:47808')
  await timers.advance(2_500)
  for (const mac of ['0c', '0d']) port.deliver(unicast(iAm('0a'), { network: '03e9', mac }), '10.0.0.2:47808')
  port.deliver(unicast(iAm('07')), '10.0.0.7:47808')
  await timers.advance(1_500)
  const { devices, duplicates } = await finding
  expect(devices.map(({ instance, answeredAfterMs }) => [instance, answeredAfterMs])).toEqual([
    [7, 0],
    [9, 0],
  ])
  expect(duplicates.map(({ instance, devices: all }) => [instance, all.length])).toEqual([[10, 2]])
  expect(port.takeSent()).toEqual(Array(2).fill('810b00100120ffff00ff100809011964'))
  await client.close()
})
