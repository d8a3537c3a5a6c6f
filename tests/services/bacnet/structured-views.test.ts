/** The groups in which devices list their points: Structured Views of every kind, damaged ones too. */
import { afterAll, afterEach, expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { listPoints } from '../../../services/bacnet/link/inventory'
import { segmentation } from '../../../services/bacnet/messages/who-is'
import { endpoint, manualTimers } from '../../harness/bacnet-peer'
import { recordPackets } from '../../harness/packets'
import {
  enumerated,
  type Octets,
  real,
  subordinate,
  text,
  VirtualDevice,
  type VirtualOptions,
  virtualHost,
  virtualNetwork,
} from '../../harness/virtual-bacnet'

const recording = recordPackets()
/** tshark reads every packet of this file. */
afterAll(() => void recording.judge())
const open: BacnetClient[] = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())))

const view = 29
const equipment = enumerated(6)
const collection = enumerated(8)

/** A device with analog inputs of some instances. */
function deviceWith(instances: readonly number[], options: Partial<VirtualOptions> = {}): VirtualDevice {
  const device = new VirtualDevice({ instance: 7, ...options })
  for (const one of instances) device.put(0, one, { 77: text(`AI-${one}`), 85: real(20), 117: enumerated(62) })
  return device
}

/** Returns the names of the groups of each point and what the innermost calls it, by the name of the point. */
async function groupsOf(device: VirtualDevice, { isJudged = true } = {}) {
  const timers = manualTimers()
  const { port } = virtualNetwork(
    new Map([['10.0.0.7:47808', virtualHost([{ device }])]]),
    isJudged ? recording : undefined,
  )
  const client = new BacnetClient({ port, timers, broadcastTo: [] })
  open.push(client)
  const { maxApdu, sendsSegments } = device.options
  const remote = client.device({
    ...{ peer: endpoint('10.0.0.7:47808'), maxApdu },
    segmentation: sendsSegments ? segmentation.both : segmentation.none,
  })
  let isDone = false
  const listed = listPoints(remote, 7).finally(() => {
    isDone = true
  })
  while (!isDone) await timers.advance(100)
  return Object.fromEntries(
    (await listed).map(({ name, grouping }) => [
      name,
      grouping && [...grouping.groups.map(({ name: group }) => group), grouping.annotation],
    ]),
  )
}

test('a point is in the views that list it, the outermost first, with what they call it', async () => {
  const device = deviceWith([1, 2, 3])
    .put(view, 1, {
      ...{ 77: text('FLOOR2'), 28: text('Floor 2'), 208: enumerated(14) },
      211: [subordinate(view, 2), subordinate(0, 3, 7)],
      210: [text('Air handler'), text('Corridor')],
    })
    .put(view, 2, {
      ...{ 77: text('AHU-1'), 208: equipment, 207: text('Air handling unit') },
      211: [subordinate(0, 1), subordinate(0, 2, 8)],
      210: [text('Supply air temperature'), text('Elsewhere')],
    })
  expect(await groupsOf(device)).toEqual({
    'AI-1': ['FLOOR2', 'AHU-1', 'Supply air temperature'],
    // Only a point of another device is named like it.
    'AI-2': undefined,
    'AI-3': ['FLOOR2', 'Corridor'],
  })
})

test('of several views one that is equipment comes before a collection, then the deeper one', async () => {
  const device = deviceWith([1, 2])
    .put(view, 1, { 77: text('Trends'), 208: collection, 211: [subordinate(view, 2)] })
    .put(view, 2, { 77: text('All temperatures'), 208: collection, 211: [subordinate(0, 1), subordinate(0, 2)] })
    .put(view, 3, { 77: text('AHU-1'), 208: equipment, 211: [subordinate(0, 1)] })
  expect(await groupsOf(device)).toEqual({
    'AI-1': ['AHU-1', ''],
    'AI-2': ['Trends', 'All temperatures', ''],
  })
})

test('circles, views of themselves and depths without an end do end', async () => {
  const device = deviceWith([1, 2, 3])
    .put(view, 1, { 77: text('A'), 211: [subordinate(view, 2), subordinate(0, 1)] })
    .put(view, 2, { 77: text('B'), 211: [subordinate(view, 1), subordinate(view, 99)] })
    .put(view, 3, { 77: text('C'), 211: [subordinate(view, 3), subordinate(0, 2)] })
  for (let at = 10; at < 40; at++) device.put(view, at, { 77: text(`D${at}`), 211: [subordinate(view, at + 1)] })
  device.put(view, 40, { 77: text('D40'), 211: [subordinate(0, 3)] })
  const groups = await groupsOf(device)
  expect(groups).toMatchObject({ 'AI-1': ['B', 'A', ''], 'AI-2': ['C', ''] })
  expect(groups['AI-3']).toEqual(['D33', 'D34', 'D35', 'D36', 'D37', 'D38', 'D39', 'D40', ''])
})

test.each([
  ['longer', 90],
  ['shorter', 3],
  ['empty', 0],
])('a list read entry by entry is read as far as it goes, also when its length is stated as %s', async (_, stated) => {
  const entries = Array.from({ length: 60 }, (_, at) => subordinate(0, at + 1))
  const device = deviceWith(
    entries.map((_, at) => at + 1),
    { maxApdu: 128, sendsSegments: false },
  ).put(view, 1, { 77: text('AHU-1'), 211: entries, 210: entries.map((_, at) => text(`Sensor number ${at + 1}`)) })
  device.lengths.set(211, stated).set(210, stated)
  // tshark takes the length of this array for an entry of it.
  const groups = await groupsOf(device, { isJudged: false })
  const inside = Object.entries(groups).filter(([, group]) => group)
  expect(inside).toHaveLength(60)
  for (const [name, group] of inside) expect(group).toEqual(['AHU-1', `Sensor number ${name.slice(3)}`])
})

test('damaged lists, other types and missing annotations leave the points as they are', async () => {
  const damaged: Octets = [0x1c, 0, 0]
  const device = deviceWith([1, 2, 3])
    .put(view, 1, { 77: text('Damaged'), 211: damaged })
    .put(view, 2, { 77: text('Words'), 211: text('AI-1') })
    .put(view, 3, { 77: text('Nothing') })
    .put(view, 4, { 77: text('Short'), 211: [subordinate(0, 2), subordinate(0, 3)], 210: [text('First')] })
    .put(view, 5, { 211: [subordinate(0, 1)], 210: real(5) })
  expect(await groupsOf(device, { isJudged: false })).toEqual({
    'AI-1': ['structuredView 5', ''],
    'AI-2': ['Short', 'First'],
    'AI-3': ['Short', ''],
  })
})

test('a device that falls silent at its views has its points all the same, with groups unknown', async () => {
  const device = deviceWith([1]).put(view, 1, { 77: text('AHU-1'), 211: [subordinate(0, 1)] })
  // The second request is answered, and nothing after it.
  let requests = 0
  device.onRequest = () => {
    requests += 1
    device.isSilent = requests === 2
  }
  expect(await groupsOf(device)).toEqual({ 'AI-1': null })
})

test('a device without views costs no request more', async () => {
  const requestsOf = async (device: VirtualDevice) => {
    await groupsOf(device)
    return device.requested.length
  }
  const plain = await requestsOf(deviceWith([1, 2, 3]))
  expect(plain).toBe(2)
  const viewed = deviceWith([1, 2, 3]).put(view, 1, { 77: text('AHU-1'), 211: [subordinate(0, 1)] })
  expect(await requestsOf(viewed)).toBe(plain + 1)
})
