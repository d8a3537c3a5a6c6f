/**
 * The profile `large`: one customer with 1,000 sites, 100,000 controllers and 1,000,000 alarms, generated from the word
 * of the seed (domain §11.3). It is stored in chunks; permissions are written last, so that an interrupted seed is an
 * empty store and is restarted.
 */
import type { World } from '../../kit/world'
import { rebuildSearchAfter } from '../../site/search/search-index'
import { customerIdOf, estatesCustomer, tenantIdOf } from '../people'
import { alarmWriter } from './alarms'
import { insertInChunks, withoutIndexes } from './bulk'
import { deviceWriter, type SeededDevice } from './devices'
import { faultyWriter, pointsWriter } from './faults'
import { deploymentWriter, equipmentWriter, scheduleWriter, type WriterContext } from './operations'
import { writeLargeOverrides, writeLicences, writeTemplates, writeTunnels } from './overrides'
import { alarmWeight, devicesPerSite, deviceWeight, fullSize, type Sizes, shuffled, streamsOf } from './plan'
import type { Progress } from './progress'
import { silent } from './progress'
import { siteWriter, writeGroups } from './tree'

interface Options {
  epoch: number
  /** The seed of all randomness. */
  word: string
  sizes?: Sizes
  progress?: Progress
}

/** Rows per transaction: what a write-ahead log of some tens of megabytes accepts. */
const chunk = 20_000
/** Page cache in kilobytes while tables with random ids are filled. */
const seedingCacheKilobytes = 200_000

/** For the full size of `large`. */
const [overrides, templates, tunnels, licences] = [5_000, 200, 300, 300]

const devicesFill = ['device', 'device_package', 'configuration_state', 'controller', 'equipment', 'equipment_device']
const alarmsFill = ['alarm', 'alarm_occurrence']
/** Writes the customer's tree and everything in it; the caller writes the customer itself and the people. */
export function writeLarge(world: World, { epoch, word, sizes = fullSize, progress = silent }: Options): void {
  const { store } = world
  const owner = { tenant_id: tenantIdOf(world, 'boreal'), customer_id: customerIdOf(estatesCustomer.code) }
  const parts: WriterContext = { owner, epoch, streams: streamsOf(word) }
  const { cache_size: cache = -2_000 } = store.get<{ cache_size: number }>('PRAGMA cache_size') ?? {}
  store.exec(`PRAGMA cache_size = -${seedingCacheKilobytes}`)
  let devices: SeededDevice[] = []
  rebuildSearchAfter(store, () => {
    withoutIndexes(store, devicesFill, () => {
      devices = writeDevices(world, { ...parts, sizes, progress })
      progress.report('indexing the controllers')
    })
    progress.report('indexing the words')
  })
  writeOperations(world, { ...parts, sizes, devices })
  withoutIndexes(store, alarmsFill, () => {
    const write = alarmWriter(store, { ...parts, devices, count: sizes.alarms })
    insertInChunks(
      store,
      { count: sizes.alarms, chunk, onChunk: (rows) => progress.advance(rows * alarmWeight) },
      write,
    )
    progress.report('indexing the alarms')
  })
  store.exec('ANALYZE')
  store.exec(`PRAGMA cache_size = ${cache}`)
}

function writeDevices(
  { store, ...world }: World,
  { sizes, progress, ...parts }: WriterContext & { sizes: Sizes; progress: Progress },
): SeededDevice[] {
  const seeded: SeededDevice[] = []
  const counts = devicesPerSite(sizes, parts.streams('sizes'))
  const writeSite = siteWriter(store, { ...parts, groups: sizes.groups })
  const writeDevice = deviceWriter(store, parts)
  const writeEquipment = equipmentWriter({ store, ...world }, parts)
  store.transaction(() => writeGroups(store, parts.owner, sizes.groups))
  insertInChunks(store, { count: sizes.sites, chunk: 10, onChunk: () => {} }, (at) => {
    const count = counts[at] ?? 0
    const homes = writeSite(at, count)
    for (let number = 0; number < count; number++) {
      const home = homes[number % homes.length]
      if (!home) continue
      const device = writeDevice(seeded.length, home, Math.floor(number / homes.length) + 1)
      writeEquipment(device)
      seeded.push(device)
    }
    progress.advance(count * deviceWeight)
  })
  return seeded
}

function writeOperations(
  world: World,
  { sizes, devices, ...parts }: WriterContext & { sizes: Sizes; devices: readonly SeededDevice[] },
): void {
  const writeSchedule = scheduleWriter(world, parts)
  const writePoints = pointsWriter(world, parts)
  const writeFaulty = faultyWriter(world, parts)
  const writeDeployment = deploymentWriter(world, parts)
  const ruled = ['ECYVAV', 'ECY303', 'ECY3x0', 'ECYPTU207', 'ECYPTU208']
  const faulty = shuffled(
    devices.filter(
      ({ isOnboarded, offlineSince, model }) => isOnboarded && offlineSince === null && ruled.includes(model),
    ),
    parts.streams('faulty'),
  ).slice(0, sizes.faulty)
  const deploying = devices
    .filter(({ isOutdated, offlineSince }) => isOutdated && offlineSince === null)
    .slice(0, Math.round(sizes.devices * 0.003))
  world.store.transaction(() => {
    for (const device of devices) writeSchedule(device)
    const share = sizes.devices / fullSize.devices
    for (const device of faulty) writePoints(device)
    writeLargeOverrides(world, parts, Math.round(overrides * share))
    for (const device of faulty) writeFaulty(device)
    for (const device of deploying) writeDeployment(device)
    writeTemplates(world, parts, { devices, count: Math.round(templates * share) })
    writeTunnels(world, parts, { devices, count: Math.round(tunnels * share) })
    writeLicences(world, parts, { devices, count: Math.round(licences * share) })
  })
}
