/**
 * What the BACnet link costs with 40 devices of 50 points, each changing every 66 s, and whether a sample is lost or
 * reported twice: `npm run build`, then `node app/commands/run.mjs tests/bench/bacnet-link.ts [minutes]`. First the devices
 * notify of changes, then they are polled, which misses changes by design.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import type { ControllerLink } from '../../services/link/port'
import { createProcessLink } from '../../services/link/process-link'
import { eventsWith } from '../harness/link-events'
import { enumerated, openVirtualHost, real, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'

const minutes = Number(process.argv[2] ?? 3)
const devices = 40
const pointsEach = 50
/** Longer than the shortest time between two samples of a point. */
const changeSeconds = 66
const changesPerTurn = (devices * pointsEach) / changeSeconds / 10
const ticksPerSecond = 100
const listedLosses = 20

interface Usage {
  cpuSeconds: number
  megabytes: number
}

/** Returns what a process has used so far (Linux). */
function usageOf(pid: number): Usage {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond, megabytes }
}

const childOf = () => Number(readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').at(-1))

/** Returns how many datagrams the sockets of a process have lost because it did not take them in time (Linux). */
function droppedBy(pid: number): number {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    ),
  )
  const lines = readFileSync(`/proc/${pid}/net/udp`, 'utf8').trim().split('\n').slice(1)
  return lines.reduce((sum, line) => {
    const fields = line.trim().split(/\s+/)
    return sockets.has(fields[9] ?? '') ? sum + Number(fields[12]) : sum
  }, 0)
}

async function measure(title: string, maxSubscriptions: number, minutes: number): Promise<void> {
  const all = Array.from({ length: devices }, (_, at) => {
    const device = new VirtualDevice({ instance: at + 1, maxSubscriptions })
    for (let instance = 1; instance <= pointsEach; instance++)
      device.put(0, instance, { 85: real(20), 117: enumerated(62) })
    return device
  })
  const hosts = await Promise.all(all.map((device) => openVirtualHost(virtualHost([{ device }]))))
  let samples = 0
  const reported = new Map<string, number[]>()
  const events = eventsWith({
    values: (_id, measurements) => {
      samples += measurements.length
      for (const { pointId, value } of measurements)
        reported.set(pointId, [...(reported.get(pointId) ?? []), Number(value)])
    },
  })
  const program = { command: process.execPath, args: ['build/services/bacnet-link.js'], log: pino({ level: 'error' }) }
  const link = createProcessLink(program) as ControllerLink
  await link.start(events)
  const pid = childOf()
  const points = (device: number) =>
    Array.from({ length: pointsEach }, (_, at) => ({
      ...{ id: `${device}/${at}`, device_id: String(device), object_type: 'analogInput' },
      ...{ object_instance: at + 1, kind: 'number' },
    }))
  link.configure({
    networks: [
      {
        ...{ id: 'bench', own: { address: '127.0.0.1', port: 0 }, bbmd: null },
        broadcastTo: hosts.map(({ port }) => ({ address: '127.0.0.1', port })),
      },
    ],
    controllers: all.map((_, at) => ({
      deviceId: String(at),
      networkId: 'bench',
      instance: at + 1,
      points: points(at),
      writable: [],
      timeZone: 'UTC',
    })),
  })
  const subscribed = () => all.reduce((sum, { subscriptions }) => sum + subscriptions.size, 0)
  const complete = Math.min(maxSubscriptions, pointsEach) * devices
  const beganAt = Date.now()
  do await setTimeout(5_000)
  while ((subscribed() < complete || samples < devices * pointsEach) && Date.now() - beganAt < 300_000)
  console.log(
    `${title}: ${subscribed()} subscriptions and ${samples} samples after ${Math.round((Date.now() - beganAt) / 1_000)} s`,
  )
  let changes = 0
  /** When each value of a point was put, from the first change on. */
  const putAt = new Map<string, number[]>()
  let due = 0
  const changing = setInterval(() => {
    for (due += changesPerTurn; due >= 1; due--) {
      const at = changes % (devices * pointsEach)
      const count = Math.floor(changes++ / (devices * pointsEach)) + 1
      const [device, instance] = [at % devices, Math.floor(at / devices) + 1]
      all[device]?.put(0, instance, { 85: real(20 + count) })
      const id = `${device}/${instance - 1}`
      putAt.set(id, [...(putAt.get(id) ?? []), Date.now()])
    }
  }, 100)
  let last = usageOf(pid)
  for (let minute = 1; minute <= minutes; minute++) {
    samples = 0
    await setTimeout(60_000)
    const usage = usageOf(pid)
    const share = ((usage.cpuSeconds - last.cpuSeconds) / 60) * 100
    console.log(
      `${title}, minute ${minute}: ${share.toFixed(1)} % of a core, ${usage.megabytes.toFixed(0)} MB, ${samples} samples`,
    )
    last = usage
  }
  clearInterval(changing)
  // The last change may wait for its minute.
  await setTimeout(70_000)
  const dropped = droppedBy(pid)
  await link.stop()
  // Every point counts from 20, up by one each time.
  const counts = [...reported.values()]
  const putCount = [...putAt.values()].reduce((sum, times) => sum + times.length + 1, 0)
  const lost = putCount - counts.reduce((sum, values) => sum + new Set(values).size, 0)
  const twice = counts.reduce((sum, values) => sum + values.length - new Set(values).size, 0)
  const lostOnes = [...reported].flatMap(([id, values]) =>
    (putAt.get(id) ?? []).flatMap((time, at) =>
      values.includes(21 + at) ? [] : `${id} lost ${21 + at} of ${new Date(time).toISOString()}`,
    ),
  )
  for (const one of lostOnes.slice(0, listedLosses)) console.log(`${title}: ${one}`)
  const missing = devices * pointsEach - reported.size
  console.log(
    `${title}: ${changes} changes; ${lost} samples lost, ${twice} twice, ${missing} points never reported; ${dropped} datagrams dropped`,
  )
  await Promise.all(hosts.map((host) => host.close()))
}

await measure('notified', 10_000, minutes)
await measure('polled', 0, Math.min(minutes, 3))
