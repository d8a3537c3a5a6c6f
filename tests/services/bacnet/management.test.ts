/** Devices that are started again, silenced, backed up and restored through the link. */
import { describe, expect, test } from 'vitest'
import { createBacnetLink } from '../../../services/bacnet/link/bacnet-link'
import { type ControllerLink, LinkError } from '../../../services/link/port'
import { endpoint, manualTimers, settled } from '../../harness/bacnet-peer'
import { eventsWith } from '../../harness/link-events'
import { enumerated, text, unsigned, VirtualDevice, virtualHost, virtualNetwork } from '../../harness/virtual-bacnet'
import { manageable } from '../../harness/virtual-files'

const deviceId = 'ahu'

async function setUp(device: VirtualDevice, { isWritable = true } = {}) {
  const timers = manualTimers()
  const { port, sent } = virtualNetwork(new Map([['10.0.0.7:47808', virtualHost([{ device }])]]))
  const link = createBacnetLink({ timers, openPort: async () => port }) as ControllerLink
  const progress: unknown[] = []
  const states: string[] = []
  await link.start(
    eventsWith({
      up: () => states.push('up'),
      down: () => states.push('down'),
      backupProgress: (_id, one) => progress.push(one),
    }),
  )
  link.configure({
    networks: [{ id: 'plant', own: endpoint('10.0.0.1:47808'), broadcastTo: [endpoint('10.0.0.7:47808')], bbmd: null }],
    controllers: [
      {
        ...{ deviceId, networkId: 'plant', instance: 7, points: [], timeZone: 'UTC' },
        writable: isWritable ? 'all' : [],
      },
    ],
  })
  await settled()
  await timers.advance(2_000)
  /** Lets time pass until a promise is settled; returns its error if it is rejected. */
  const wait = async <Result>(
    promise: Promise<Result>,
  ): Promise<Result | { refusal: string; answer: string | null }> => {
    let isDone = false
    const outcome = promise.then(
      (result) => result,
      (error: unknown) => {
        if (!(error instanceof LinkError)) throw error
        return { refusal: error.refusal, answer: error.answer }
      },
    )
    void outcome.finally(() => {
      isDone = true
    })
    for (let turn = 0; turn < 3_000 && !isDone; turn++) await timers.advance(100)
    return outcome
  }
  return { link, wait, timers, progress, states, sent }
}

const newDevice = () => new VirtualDevice({ instance: 7 })
const octets = (length: number, step: number) => Uint8Array.from({ length }, (_, at) => (at * step) % 256)

describe('a device', () => {
  test('says what it is; what it does not say is not known', async () => {
    const device = newDevice().put(8, 7, {
      ...{ 70: text('TC-9'), 44: text('4.2'), 12: text('Plant 7'), 98: unsigned(1), 139: unsigned(19) },
      ...{ 112: enumerated(0), 196: enumerated(3), 97: [0x85, 6, 3, 0x84, 0x0b, 0x88, 0, 0x90] },
    })
    const { link, wait } = await setUp(device)
    expect(await wait(link.identify(deviceId))).toEqual({
      ...{ vendorName: 'Plantroom tests', modelName: 'TC-9', firmware: '4.2', applicationSoftware: 'Plant 7' },
      ...{ serialNumber: null, description: null, location: null, protocolVersion: 1, protocolRevision: 19 },
      services: [
        'AcknowledgeAlarm',
        'SubscribeCOV',
        'ReadProperty',
        'ReadPropertyMultiple',
        'WriteProperty',
        'WritePropertyMultiple',
        'ReinitializeDevice',
        'TimeSynchronization',
        'ReadRange',
      ],
      ...{ systemStatus: 'operational', restartReason: 'powerLost' },
    })
  })

  test('is started again and silenced with its password, and says that another one is wrong', async () => {
    const device = newDevice()
    const managed = manageable(device, { password: 'filister' })
    const { link, wait, timers, states } = await setUp(device)
    const restart = (password: string | null) =>
      wait(link.manage(deviceId, { kind: 'restart', start: 'warm', password }))
    expect(await restart('wrong')).toEqual({ refusal: 'refused', answer: 'passwordFailure' })
    expect(await restart(null)).toEqual({ refusal: 'refused', answer: 'passwordFailure' })
    expect(managed.orders).toEqual([])
    expect(await restart('filister')).toBeUndefined()
    const password = 'filister'
    await wait(link.manage(deviceId, { kind: 'restart', start: 'cold', password }))
    await wait(link.manage(deviceId, { kind: 'silence', isComplete: false, minutes: 300, password }))
    await wait(link.manage(deviceId, { kind: 'silence', isComplete: true, minutes: 5, password }))
    expect(managed.orders).toEqual(['warm', 'cold', 'reserved 300', 'silent 5'])
    // It is told to speak although it has been silent for long.
    const services = new Map(device.services)
    const receive = device.receive.bind(device)
    device.receive = (apdu, send) => {
      if (apdu[3] === 17) receive(apdu, send)
    }
    await timers.advance(200_000)
    expect(states).toEqual(['up', 'down'])
    expect(await wait(link.manage(deviceId, { kind: 'speak', password }))).toBeUndefined()
    expect([managed.orders.at(-1), services.size]).toEqual(['speak 0', 4])
    device.receive = receive
    await timers.advance(60_000)
    expect(states).toEqual(['up', 'down', 'up'])
  })

  test('is not managed unless it may be written to', async () => {
    const device = newDevice()
    const managed = manageable(device, {})
    const { link, wait } = await setUp(device, { isWritable: false })
    const refused = { refusal: 'unsupported', answer: null }
    expect(await wait(link.manage(deviceId, { kind: 'restart', start: 'cold', password: null }))).toEqual(refused)
    expect(await wait(link.backUpFiles(deviceId, null))).toEqual(refused)
    expect(managed.orders).toEqual([])
  })
})

describe('a backup', () => {
  test('has every file octet for octet, and restores them', async () => {
    const device = newDevice()
    const stream = octets(6_060, 7)
    const records = [octets(3, 1), octets(300, 3), new Uint8Array(), octets(41, 5), ...Array(14).fill(octets(9, 11))]
    const managed = manageable(device, {
      password: 'filister',
      files: [
        { instance: 1, pieces: [stream] },
        { instance: 2, pieces: records, isRecords: true },
      ],
    })
    const { link, wait, progress } = await setUp(device)
    const backup = await wait(link.backUpFiles(deviceId, 'filister'))
    if (!('files' in backup)) throw new Error(JSON.stringify(backup))
    const read = backup.files.map(({ pieces }) => pieces.map((piece) => Uint8Array.from(Buffer.from(piece, 'base64'))))
    expect(read).toEqual([[stream], records])
    expect(managed.orders).toEqual(['startBackup', 'endBackup'])
    expect(progress[0]).toEqual({ done: 1_436, total: null })
    // Another device of the kind has other files.
    managed.files[0] = { instance: 1, pieces: [octets(9_000, 3)] }
    managed.files[1] = { instance: 2, pieces: records.map(() => octets(2, 2)), isRecords: true }
    device.put(10, 1, { 42: unsigned(9_000) })
    const sized = () => device.changes.filter((one) => one.startsWith('10:1/42'))
    expect(await wait(link.restoreFiles(deviceId, backup, 'filister'))).toBeUndefined()
    expect(managed.orders.slice(2)).toEqual(['startRestore', 'endRestore'])
    expect(sized()).toEqual(['10:1/42@-=2217ac'])
    expect(managed.files[0]?.pieces[0]?.subarray(0, 6_060)).toEqual(stream)
    expect(managed.files[1]?.pieces).toEqual(records)
  })

  test('that fails or is aborted leaves no device in that mode', async () => {
    const device = newDevice()
    const managed = manageable(device, { files: [{ instance: 1, pieces: [octets(6_060, 7)] }] })
    const { link, wait } = await setUp(device)
    managed.onAccess = (start) => (start > 2_000 ? [0x91, 5, 0x91, 5] : null)
    expect(await wait(link.backUpFiles(deviceId, null))).toEqual({ refusal: 'refused', answer: 'fileAccessDenied' })
    expect(managed.orders).toEqual(['startBackup', 'endBackup'])
    managed.onAccess = (start) => {
      if (start > 2_000) link.backupAborted(deviceId)
      return null
    }
    expect(await wait(link.backUpFiles(deviceId, null))).toEqual({ refusal: 'refused', answer: 'aborted' })
    expect(managed.orders.slice(2)).toEqual(['startBackup', 'endBackup'])
    const files = [{ instance: 1, name: '', access: 'stream' as const, pieces: ['AAAA'] }]
    managed.onAccess = () => [0x91, 5, 0x91, 5]
    expect(await wait(link.restoreFiles(deviceId, { files }, null))).toMatchObject({ answer: 'fileAccessDenied' })
    expect(managed.orders.slice(4)).toEqual(['startRestore', 'abortRestore'])
  })

  test('is ended in the device when the link ends', async () => {
    const device = newDevice()
    const managed = manageable(device, { files: [{ instance: 1, pieces: [octets(6_060, 7)] }] })
    const { link, wait } = await setUp(device)
    let stopped: Promise<void> | undefined
    managed.onAccess = () => {
      stopped ??= link.stop()
      return null
    }
    await wait(link.backUpFiles(deviceId, null))
    await stopped
    expect(managed.orders).toEqual(['startBackup', 'endBackup'])
  })

  test('is waited for while a device prepares itself, and given up', async () => {
    const device = newDevice()
    const managed = manageable(device, { files: [{ instance: 1, pieces: [octets(10, 7)] }] })
    const { link, wait, timers } = await setUp(device)
    const start = device.services.get(20)
    device.services.set(20, (data) => {
      const answer = start?.(data) ?? []
      if (data[1] === 2) device.put(8, 7, { 338: enumerated(1) })
      return answer
    })
    expect(await wait(link.backUpFiles(deviceId, null))).toEqual({ refusal: 'refused', answer: 'timeout' })
    expect(managed.orders).toEqual(['startBackup', 'endBackup'])
    const again = wait(link.backUpFiles(deviceId, null))
    await timers.advance(2_000)
    device.put(8, 7, { 338: enumerated(3) })
    expect(await again).toMatchObject({ files: [{ instance: 1 }] })
    device.put(8, 7, { 154: [] })
    expect(await wait(link.backUpFiles(deviceId, null))).toMatchObject({ refusal: 'refused' })
  })
})
