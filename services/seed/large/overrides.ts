/** Overrides, templates with their backups, and tunnels in `large` (domain §11.3). */

import { seedId } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import { storeSettings } from '../../link/settings-backups'
import { runningSettings } from '../../simulation/controllers/backup-run'
import { emergencyLevel, operatorLevel, weakestLevel } from '../../site/points/priority-array'
import { recordPointWrite } from '../../site/points/write-history'
import { scheduleRelease } from '../../site/points/writes'
import { versionOf } from '../catalogue-packages'
import { productId, productOf } from '../catalogue-products'
import { standardPackages } from '../fleet-write'
import { userIdOf } from '../people'
import { inserter } from './bulk'
import type { SeededDevice } from './devices'
import type { WriterContext } from './operations'

const hour = 3_600_000
const day = 24 * hour
const backupsEach = 10

const people = [
  { by_id: userIdOf('amelie'), by_name: 'Amélie Tremblay' },
  { by_id: userIdOf('usha'), by_name: 'Usha Raman' },
] as const

interface Point {
  id: string
  device_id: string
  min: number | null
  max: number | null
}

/** Writes overrides, one in ten without an end date; mostly by operators, some emergency, some at the weakest level. */
export function writeLargeOverrides(world: World, { owner, epoch, streams }: WriterContext, count: number): void {
  const { store } = world
  const random = streams('overrides')
  const insert = inserter(store, 'point_command')
  const points = store.all<Point>(
    `SELECT id, device_id, min, max FROM point WHERE is_writable = 1 AND kind = 'number' AND customer_id = ?
     ORDER BY id LIMIT ?`,
    owner.customer_id,
    count,
  )
  for (const [at, { id, device_id, min, max }] of points.entries()) {
    const isEndless = at % 10 === 0
    const level = at % 50 === 0 ? emergencyLevel : at % 25 === 1 ? weakestLevel : operatorLevel
    const [low, high] = [min ?? 0, max ?? 100]
    const expiresAt = isEndless ? null : Math.round(epoch + (1 + random() * 30) * day)
    const value = JSON.stringify(Math.round((low + (high - low) * random()) * 10) / 10)
    const writtenAt = Math.round(epoch - (isEndless ? 300 : 1) * day * random() - hour)
    const by = people[at % people.length] ?? people[0]
    insert({
      point_id: id,
      level,
      value,
      ...owner,
      device_id,
      ...by,
      at: writtenAt,
      expires_at: expiresAt,
    })
    recordPointWrite(store, {
      pointId: id,
      level,
      action: 'write',
      at: writtenAt,
      value,
      expiresAt,
      by: { id: by.by_id, name: by.by_name },
    })
    if (expiresAt !== null) scheduleRelease(world, { pointId: id, level, at: expiresAt })
  }
}

/** Writes licences that differ from their models: one in ten for too few points, else exceeded or missing. */
export function writeLicences(
  { store }: World,
  { epoch }: WriterContext,
  { devices, count }: { devices: readonly SeededDevice[]; count: number },
): void {
  const insert = inserter(store, 'licence')
  const onboarded = devices.filter(({ isOnboarded }) => isOnboarded)
  const apart = Math.max(1, Math.floor(onboarded.length / count))
  for (let at = 0; at < count; at++) {
    const device = onboarded[at * apart]
    if (!device) return
    const isMissing = at % 10 !== 0 && at % 2 === 0
    const isOver = at % 10 === 0
    insert({
      device_id: device.id,
      max_points: isMissing ? null : isOver ? 2 : 100,
      issued_at: isMissing ? null : epoch - 800 * day,
      expires_at: isMissing || isOver ? null : epoch - (1 + (at % 60)) * day,
    })
  }
}

/** Writes a template for each of some sites, with the backups of ten nights. */
export function writeTemplates(
  world: World,
  { owner, epoch }: WriterContext,
  { devices, count }: { devices: readonly SeededDevice[]; count: number },
): void {
  const insertTemplate = inserter(world.store, 'configuration_template')
  const insertBackup = inserter(world.store, 'template_backup')
  const parts = ['network', 'timeZone'] as const
  for (const [at, device] of firstOfSites(devices).slice(0, count).entries()) {
    const id = seedId('template', `large-${at}`)
    const createdAt = epoch - (11 + (at % 200)) * day
    insertTemplate({
      id,
      ...owner,
      site_id: device.siteId,
      name: `Standard of ${device.name}`,
      product_id: productId(device.model),
      sections: '{}',
      created_by: people[0].by_name,
      created_at: createdAt,
      updated_at: createdAt,
    })
    for (let night = 1; night <= backupsEach; night++) {
      const takenAt = epoch - night * day
      const row = {
        id: seedId('backup', `large-${at}-${night}`),
        source_id: device.id,
        includes: JSON.stringify(parts),
        packages: JSON.stringify(standardPackages(device.model).map((name) => ({ name, version: versionOf(name) }))),
        platform: JSON.stringify({
          modelName: productOf(device.model).model.name,
          softwareVersion: versionOf('platform'),
        }),
      }
      insertBackup({
        ...row,
        ...owner,
        template_id: id,
        model_type: device.model,
        name: `Night of ${new Date(takenAt).toISOString().slice(0, 10)}`,
        key: `${device.name.replace(/\W/g, '')}-${new Date(takenAt).toISOString().replace(/\D/g, '').slice(0, 14)}`,
        state: 'running',
        created_at: takenAt,
      })
      storeSettings(world, row, runningSettings(world, device.id, parts))
    }
  }
}

/** Writes tunnels, nearly all of them closed; a few legacy ones without a creator remain until someone deletes them. */
export function writeTunnels(
  { store }: World,
  { owner, epoch, streams }: WriterContext,
  { devices, count }: { devices: readonly SeededDevice[]; count: number },
): void {
  const random = streams('tunnels')
  const insert = inserter(store, 'tunnel')
  const reachable = devices.filter(({ isOnboarded, offlineSince }) => isOnboarded && offlineSince === null)
  for (let at = 0; at < count; at++) {
    const device = reachable[Math.floor(((at + random()) * reachable.length) / count)]
    const createdAt = Math.round(epoch - (1 + random() * 60) * day)
    if (!device) continue
    const isAbandoned = at % 60 === 0
    const by = people[at % people.length] ?? people[0]
    insert({
      id: seedId('tunnel', `large-${at}`),
      ...owner,
      device_id: device.id,
      service: 'https',
      target_port: 443,
      reason: 'Commissioning',
      status: isAbandoned ? 'open' : 'closed',
      created_by_id: isAbandoned ? null : by.by_id,
      created_by_name: isAbandoned ? null : by.by_name,
      created_at: createdAt,
      opened_at: createdAt + 4_000,
      expires_at: isAbandoned ? null : createdAt + 6 * hour,
      closed_at: isAbandoned ? null : createdAt + 2 * hour,
    })
  }
}

function firstOfSites(devices: readonly SeededDevice[]): SeededDevice[] {
  const seenSites = new Set<string>()
  return devices.filter(({ siteId, isOnboarded }) => isOnboarded && !seenSites.has(siteId) && seenSites.add(siteId))
}
