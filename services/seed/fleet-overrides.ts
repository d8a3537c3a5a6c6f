/**
 * Overridden points: forty in Montcalm, eleven of them without an end date and six of these without a person; and the
 * one of VAV 12-04 (domain §11.1).
 */

import { streamOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { emergencyLevel, operatorLevel } from '../site/points/priority-array'
import { recordPointWrite } from '../site/points/write-history'
import { scheduleRelease } from '../site/points/writes'
import { equipmentIdOf } from './fleet-equipment'
import { insert } from './fleet-write'
import { customerIdOf, userIdOf } from './people'

const hour = 3_600_000
const day = 24 * hour

const count = { all: 40, endless: 11, authorless: 6, emergencies: 2 }

const people = [
  { id: userIdOf('usha'), fullName: 'Usha Raman' },
  { id: userIdOf('amelie'), fullName: 'Amélie Tremblay' },
  { id: userIdOf('hugo.lapointe@boreal.example'), fullName: 'Hugo Lapointe' },
]

/** Typical overridden roles and values. */
const habits: Readonly<Record<string, number>> = {
  ZSP: 21,
  CSP: 23,
  HSP: 22,
  DMP: 100,
  RHV: 0,
  OADPR: 20,
  SATSP: 15,
  FANSPD: 60,
}

interface HeldPoint {
  id: string
  tenant_id: string
  customer_id: string
  device_id: string
  role: string
}

/** Writes them; equipment and points must exist. */
export function writeDemoOverrides(world: World, epoch: number, word: string): void {
  const commandable = world.store.all<HeldPoint>(
    `SELECT point.id, point.tenant_id, point.customer_id, point.device_id, role
     FROM point_mapping JOIN point ON point.id = point_id JOIN equipment ON equipment.id = equipment_id
     WHERE point.customer_id = ? AND role IN (SELECT value FROM json_each(?)) ORDER BY equipment.sort_name, role`,
    customerIdOf('CUS1004'),
    JSON.stringify(Object.keys(habits)),
  )
  const random = streamOf(word, 'overrides')
  for (let index = 0; index < count.all; index++) {
    const point = commandable[Math.floor(((index + random()) * commandable.length) / count.all)]
    if (point) writeOverride(world, point, { index, epoch, random })
  }
  const story = world.store.get<HeldPoint>(
    `SELECT point.id, point.tenant_id, point.customer_id, point.device_id, role
     FROM point_mapping JOIN point ON point.id = point_id WHERE equipment_id = ? AND role = 'HSP'`,
    equipmentIdOf('VAV 12-04'),
  )
  if (story) writeOverride(world, story, { index: count.all, epoch, random })
}

interface Occasion {
  index: number
  epoch: number
  random: () => number
}

function writeOverride(world: World, point: HeldPoint, { index, epoch, random }: Occasion): void {
  const endless = index < count.endless
  const by = index < count.authorless ? null : people[index % people.length]
  const level = endless && index >= count.endless - count.emergencies ? emergencyLevel : operatorLevel
  const at = endless ? epoch - Math.round((3 + random() * 300) * day) : epoch - Math.round((1 + random() * 20) * hour)
  const expiresAt = endless ? null : epoch + Math.round((26 + random() * 110) * hour)
  const value = JSON.stringify(habits[point.role] ?? 0)
  insert(world, 'point_command', {
    point_id: point.id,
    level,
    value,
    tenant_id: point.tenant_id,
    customer_id: point.customer_id,
    device_id: point.device_id,
    by_id: by?.id ?? null,
    by_name: by?.fullName ?? null,
    at,
    expires_at: expiresAt,
  })
  recordPointWrite(world.store, {
    pointId: point.id,
    level,
    action: 'write',
    at,
    value,
    expiresAt,
    by: by ? { id: by.id, name: by.fullName } : null,
  })
  if (expiresAt !== null) scheduleRelease(world, { pointId: point.id, level, at: expiresAt })
}
