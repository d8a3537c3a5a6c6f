/** Changing a device: only what was requested, only at three priorities, and only with the permission to write. */
import { afterEach, describe, expect, test } from 'vitest'
import { BacnetClient } from '../../../services/bacnet/client/bacnet-client'
import { commandValue, type Destination, writablePriorities } from '../../../services/bacnet/client/device-writer'
import { segmentation } from '../../../services/bacnet/messages/who-is'
import { objectTypes } from '../../../services/bacnet/object-types'
import { endpoint, manualTimers, memoryPort, settled, unicast } from '../../harness/bacnet-peer'

const device = '10.0.0.7:47808'
const open: BacnetClient[] = []
afterEach(() => {
  for (const client of open.splice(0)) void client.close()
})

function setUp({ mayWrite = true } = {}) {
  const port = memoryPort()
  const timers = manualTimers()
  const client = new BacnetClient({ port, timers, broadcastTo: [], mayWrite: () => mayWrite })
  open.push(client)
  const writer = client.writer(
    client.device({ peer: endpoint(device), maxApdu: 1476, segmentation: segmentation.none }),
  )
  /** Answers the next request, which must have this service and data; ID stands for the invoke id. */
  const answer = (expected: string, reply: string) => {
    const [request = ''] = port.takeSent()
    expect(request.slice(18)).toBe(expected.replaceAll(' ', ''))
    port.deliver(unicast(reply.replaceAll('ID', request.slice(16, 18))), device)
    return settled()
  }
  return { port, timers, writer, answer }
}

const fan = { type: objectTypes.analogValue, instance: 1 }

const notificationClass = { type: objectTypes.notificationClass, instance: 7 }
const time = (hour: number, minute: number, second: number, hundredths: number) => ({
  ...{ hour, minute, second, hundredths },
})
const ours: Destination = {
  validDays: Array.from({ length: 7 }, () => true),
  fromTime: time(0, 0, 0, 0),
  toTime: time(23, 59, 59, 99),
  recipient: { kind: 'device', value: { type: objectTypes.device, instance: 4_000_000 } },
  processId: 99,
  issueConfirmed: true,
  transitions: [true, true, true],
}
const event = {
  object: { type: objectTypes.analogInput, instance: 2 },
  eventState: 3,
  eventTime: { kind: 'sequenceNumber' as const, value: 16 },
}
const acknowledgement = {
  processId: 1,
  person: 'MDL',
  at: {
    kind: 'dateTime' as const,
    value: {
      date: { year: 1992, month: 6, day: 21, weekday: 7 },
      time: { hour: 13, minute: 3, second: 41, hundredths: 9 },
    },
  },
}

describe('a command', () => {
  test('writes the present value at its priority (annex F.3.8)', async () => {
    const { port, writer, answer } = setUp()
    const commanded = writer.command(fan, writablePriorities.operator, { type: 'real', value: 180 })
    await answer('0f 0c 00 80 00 01 19 55 3e 44 43 34 00 00 3f 49 08', '20 ID 0f')
    await commanded
    expect(port.takeSent()).toEqual([])
  })

  test('releases its own priority with null and no other', async () => {
    const { port, writer, answer } = setUp()
    const released = writer.command(fan, writablePriorities.emergency, null)
    await answer('0f 0c 00 80 00 01 19 55 3e 00 3f 49 01', '20 ID 0f')
    await released
    expect(port.takeSent()).toEqual([])
  })

  test('that the device refuses is its refusal', async () => {
    const { port, writer, answer } = setUp()
    const commanded = expect(writer.command(fan, 8, { type: 'real', value: 500 })).rejects.toMatchObject({
      failure: { kind: 'error', errorClass: 2, errorCode: 37 },
    })
    await answer('0f 0c 00 80 00 01 19 55 3e 44 43 fa 00 00 3f 49 08', '50 ID 0f 91 02 91 25')
    await commanded
    expect(port.takeSent()).toEqual([])
  })

  test('that is not answered is repeated with the same octets, and ends as unanswered', async () => {
    const { port, timers, writer } = setUp()
    const commanded = expect(writer.command(fan, 8, { type: 'real', value: 20 })).rejects.toMatchObject({
      failure: { kind: 'noAnswer' },
    })
    await timers.advance(60_000)
    await commanded
    const [first, ...repeated] = port.takeSent()
    expect(first?.slice(18)).toBe('0f0c0080000119553e4441a000003f4908')
    expect(repeated).toEqual([first, first])
  })

  test('has the type of its object: integers are not sent as real numbers', () => {
    expect(commandValue(objectTypes.binaryOutput, 1)).toEqual({ type: 'enumerated', value: 1 })
    expect(commandValue(objectTypes.multiStateValue, 3)).toEqual({ type: 'unsigned', value: 3 })
    expect(commandValue(objectTypes.integerValue, -3)).toEqual({ type: 'signed', value: -3 })
    expect(commandValue(objectTypes.largeAnalogValue, 0.1)).toEqual({ type: 'double', value: 0.1 })
    expect(commandValue(objectTypes.device, 1)).toBeUndefined()
  })
})

test('an acknowledgement carries the time stamp of the event and the name of the person (annex F.1.1)', async () => {
  const { writer, answer } = setUp()
  const acknowledged = writer.acknowledge(event, acknowledgement)
  await answer(
    `00 09 01 1c 00 00 00 02 29 03 3e 19 10 3f 4c 00 4d 44 4c
     5e 2e a4 5c 06 15 07 b4 0d 03 29 09 2f 5f`.replace(/\s/g, ''),
    '20 ID 00',
  )
  await acknowledged
})

describe('a recipient', () => {
  const elements = '0c 03 c0 00 07 19 66 3e 82 01 fe b4 00 00 00 00 b4 17 3b 3b 63 0c 02 3d 09 00 21 63 11 82 05 e0 3f'

  test('is added as one element: the list of the others is not written', async () => {
    const { writer, answer } = setUp()
    const added = writer.addRecipient(notificationClass, ours)
    await answer(`08 ${elements}`, '20 ID 08')
    await added
  })

  test('is added to a list that is written whole where the device knows no services for lists', async () => {
    const { writer, answer } = setUp()
    const list = elements.slice(elements.indexOf('3e ') + 3, elements.lastIndexOf(' 3f'))
    const other = list.replace('63 11', '64 11')
    const read = '0c 03 c0 00 07 19 66'
    const listed = (all: string) => `30 ID 0c ${read} 3e ${all} 3f`
    const added = writer.addRecipient(notificationClass, ours)
    await answer(`08 ${elements}`, '60 ID 09')
    await answer(`0c ${read}`, listed(other))
    await answer(`0f ${read} 3e ${other} ${list} 3f`, '20 ID 0f')
    await added
    const again = writer.addRecipient(notificationClass, ours)
    await answer(`08 ${elements}`, '60 ID 09')
    await answer(`0c ${read}`, listed(`${other} ${list}`))
    await again
    const removed = writer.removeRecipient(notificationClass, ours)
    await answer(`09 ${elements}`, '60 ID 09')
    await answer(`0c ${read}`, listed(`${list} ${other}`))
    await answer(`0f ${read} 3e ${other} 3f`, '20 ID 0f')
    await removed
  })

  test('that is gone already counts as removed, and another refusal does not', async () => {
    const { writer, answer } = setUp()
    const removed = writer.removeRecipient(notificationClass, ours)
    await answer(`09 ${elements}`, '50 ID 09 0e 91 05 91 51 0f 19 01')
    await removed
    const refused = expect(writer.removeRecipient(notificationClass, ours)).rejects.toMatchObject({
      failure: { kind: 'error', errorClass: 2, errorCode: 40 },
    })
    await answer(`09 ${elements}`, '50 ID 09 0e 91 02 91 28 0f 19 01')
    await refused
  })
})

test('nothing that changes a device leaves the machine without the permission to write', async () => {
  const { port, writer } = setUp({ mayWrite: false })
  const notPermitted = (change: Promise<unknown>, service: number) =>
    expect(change).rejects.toMatchObject({ failure: { kind: 'notPermitted', service } })
  await notPermitted(writer.command(fan, 8, { type: 'real', value: 20 }), 15)
  await notPermitted(writer.acknowledge(event, acknowledgement), 0)
  await notPermitted(writer.addRecipient(notificationClass, ours), 8)
  await notPermitted(writer.removeRecipient(notificationClass, ours), 9)
  expect(port.takeSent()).toEqual([])
})
