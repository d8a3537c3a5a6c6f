/**
 * What the BACnet link costs with 2,000 points that change once a minute: `npm run build`, then
 * `node app/commands/run.mjs tests/bench/bacnet-link.ts [minutes]`. First the devices notify of changes, then they are polled.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import type { ControllerLink } from '../../services/link/port'
import { createProcessLink } from '../../services/link/process-link'
import { eventsWith } from '../harness/link-events'
import { enumerated, openVirtualHost, real, VirtualDevice, virtualHost } from '../harness/virtual-bacnet'

const minutes = Number(process.argv[2] ?? 3)
const devices = 20
const pointsEach = 100
const ticksPerSecond = 100

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

async function measure(title: string, maxSubscriptions: number): Promise<void> {
  const all = Array.from({ length: devices }, (_, at) => {
    const device = new VirtualDevice({ instance: at + 1, maxSubscriptions })
    for (let instance = 1; instance <= pointsEach; instance++)
      device.put(0, instance, { 85: real(20), 117: enumerated(62) })
    return device
  })
  const hosts = await Promise.all(all.map((device) => openVirtualHost(virtualHost([{ device }]))))
  let samples = 0
  const events = eventsWith({
    values: (_id, measurements) => {
      samples += measurements.length
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
  let changes = 0
  const changing = setInterval(() => {
    // Each point once a minute.
    for (let turn = 0; turn < (devices * pointsEach) / 60 / 10; turn++) {
      const at = changes++ % (devices * pointsEach)
      all[at % devices]?.put(0, Math.floor(at / devices) + 1, { 85: real(20 + Math.random()) })
    }
  }, 100)
  await setTimeout(120_000)
  const subscribed = all.reduce((sum, { subscriptions }) => sum + subscriptions.size, 0)
  console.log(`${title}: ${subscribed} subscriptions after two minutes, ${samples} samples`)
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
  await link.stop()
  await Promise.all(hosts.map((host) => host.close()))
}

await measure('notified', 10_000)
await measure('polled', 0)
