/**
 * `npm run devices -- --count 40 [--port 47820]`: serves a part of the simulated building as BACnet/IP devices on this
 * machine, until it is stopped.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings } from '../../kit/settings'
import type { World } from '../../kit/world'
import { commandedValue, commandsOf } from '../../site/points/priority-array'
import { recordPointWrite } from '../../site/points/write-history'
import { openWorld, writeSimulatedPoints } from '../../start'
import { writeSimulatedLevel } from '../link'
import type { DeviceLevels } from './building-device'
import { openDevicePorts, type RunningDevices, type ServedAddress, serveDevices } from './serve-devices'

const address = '127.0.0.1'
const usage = 'usage: npm run devices -- [--count 1..120] [--port 1024..65000]'
/** As many addresses as a network of the console sends its broadcasts to; further devices are behind the router. */
const maxPorts = 30
const routedNetwork = 2001
const defaultPort = 47_820

interface Options {
  count: number
  firstPort: number
}

/** Returns what the command line says; null for one that cannot be read. */
function optionsOf(argv: readonly string[]): Options | null {
  try {
    const options = {
      count: { type: 'string', default: '40' },
      port: { type: 'string', default: String(defaultPort) },
    } as const
    const { values } = parseArgs({ args: [...argv], options })
    const [count, firstPort] = [Number(values.count), Number(values.port)]
    const isCount = Number.isInteger(count) && count >= 1 && count <= 120
    return isCount && Number.isInteger(firstPort) && firstPort >= 1024 && firstPort <= 65_000
      ? { count, firstPort }
      : null
  } catch {
    return null
  }
}

/** Opens a world of its own, with the demonstration, in a folder that is deleted at the end. */
function openDemonstration(): World {
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-devices-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const read = readSettings({ DATA_DIR: folder, SEED: 'demo', LOG_LEVEL: 'error' })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return openWorld({ settings: read.settings })
}

/** Returns controllers that answer: those of the largest customer, building by building. */
function chosenControllers({ store }: World, count: number): string[] {
  return store
    .all<{ id: string }>(
      `SELECT device.id FROM device JOIN building ON building.id = device.building_id
       WHERE device.customer_id = (SELECT customer_id FROM device GROUP BY customer_id ORDER BY count(*) DESC LIMIT 1)
         AND device.onboarded = 1 AND device.offline_since IS NULL
       ORDER BY building.rowid, device.rowid LIMIT ?`,
      count,
    )
    .map(({ id }) => id)
}

/** The devices hold what was written to them, and their units follow. */
const heldIn = (world: World): DeviceLevels => ({
  of: commandsOf,
  set(pointId, level, value) {
    const { store, clock } = world
    store.transaction(() => {
      const old = commandsOf(store, [pointId])
        .get(pointId)
        ?.find((one) => one.level === level)
      writeSimulatedLevel(world, { id: pointId, level, value })
      if (!old && value === null) return
      recordPointWrite(store, {
        ...{ pointId, level, at: clock.now(), old: old ? JSON.stringify(commandedValue(old)) : null },
        ...(value === null ? { action: 'release' } : { action: 'write', value: JSON.stringify(value) }),
      })
    })
  },
})

async function serve({ count, firstPort }: Options): Promise<RunningDevices> {
  const wanted = Math.min(maxPorts, Math.ceil((count * 3) / 4))
  const ports = await openDevicePorts(address, firstPort, wanted)
  const world = openDemonstration()
  const ids = chosenControllers(world, count)
  await writeSimulatedPoints(world, ids)
  return serveDevices(world, {
    ...{ ports, deviceIds: ids.slice(0, wanted), held: heldIn(world) },
    ...(ids.length > wanted && { routed: { network: routedNetwork, deviceIds: ids.slice(wanted) } }),
  })
}

const placeOf = ({ endpoint, station }: ServedAddress): string =>
  station
    ? `station ${station.mac} of network ${station.network}, behind ${endpoint.address}:${endpoint.port}`
    : `${endpoint.address}:${endpoint.port}`

function announcement({ served }: RunningDevices, firstPort: number): string {
  const ports = [...new Set(served.map(({ endpoint }) => endpoint.port))]
  const rows = served.map(
    (one) => `  ${String(one.model.instance).padEnd(10)}${one.model.name.padEnd(16)}${placeOf(one)}`,
  )
  const points = served.reduce((sum, { model }) => sum + model.points.length, 0)
  return [
    `Serving ${served.length} BACnet/IP devices with ${points} objects; vendor 555. Ctrl-C ends them.`,
    '',
    `  ${'Instance'.padEnd(10)}${'Name'.padEnd(16)}Address`,
    ...rows,
    '',
    'To find them with a console that has a BACnet link (LINK_PROGRAMS=bacnet=bacnet-link): open a site, then',
    'Service, Networks, Create network.',
    `  Interface address    ${address}`,
    `  Port                 ${firstPort + ports.length}`,
    '  Broadcast addresses  one per line:',
    ...ports.map((port) => `    ${address}:${port}`),
    '',
  ].join('\n')
}

const options = optionsOf(process.argv.slice(2))
if (!options) {
  console.error(usage)
  process.exit(64)
}
try {
  const running = await serve(options)
  const stop = () => void running.close().finally(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  console.log(announcement(running, options.firstPort))
} catch (error) {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  console.error(code === 'EADDRINUSE' ? `port ${port} is already taken; choose another first one with --port` : message)
  process.exit(1)
}
