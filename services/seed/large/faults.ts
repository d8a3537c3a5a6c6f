/** The faults of `large`: what rules found lately, and for one in five pieces of equipment what causes it too (domain §11.2, §11.3). */
import type { HvacFaultName } from '../../fleet/hvac-faults'
import { injectInto } from '../../fleet/injections'
import { seedId } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import { noteOccurrence } from '../../operations/fault-records'
import { lookAt, watchEquipment } from '../../operations/fault-watch'
import { runningRules } from '../../operations/readiness'
import type { Unit } from '../../operations/rule-catalogue'
import { type Equipment, localDayOf, readEquipment, unitOf } from '../../operations/units'
import { writePoints } from '../../site/points/objects'
import { equipmentIdOf, mapRoles } from '../fleet-equipment'
import type { Made } from './devices'
import { type Parts, served } from './operations'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** One in so many pieces of equipment with faults has something in it that causes them. */
const causedEvery = 5
/** One in so many causes is still there when the seed is made, for so long. */
const lastingEvery = 10
const lastsFor = 3 * day

const causes: Record<Unit, readonly HvacFaultName[]> = {
  airHandler: ['fanBelt', 'oaDamperStuck', 'matBias', 'coolingValveLeak', 'heatingValveLeak', 'satBias', 'hunting'],
  box: ['vavDamperStuckClosed', 'reheatLeak', 'flowSensorBias', 'vavDamperLeak', 'noReheat'],
  fanCoil: ['fcuHwLeak', 'fcuChwLeak', 'fcuHeatUnavailable', 'fcuCoolUnavailable'],
}

/** All points of a controller, each in its role. */
export function pointsWriter(world: World, { owner, epoch }: Parts): (device: Made) => void {
  return (device) => {
    const equipment = readEquipment(world, equipmentIdOf(device.name))
    if (!equipment) return
    const [points] = writePoints(world, { id: device.id, ...owner }, [
      { prefix: device.name, served: served[device.model] },
    ])
    mapRoles(world, epoch, { id: equipment.id, type: equipment.type, owner, points: points ?? new Map() })
  }
}

/** What the rules of a controller found; with what people hold there, which must have been written. */
export function faultyWriter(world: World, { epoch, streams }: Parts): (device: Made) => void {
  const random = streams('faults')
  let written = 0
  return (device) => {
    const equipment = readEquipment(world, equipmentIdOf(device.name))
    if (!equipment) return
    const at = written++
    if (at % causedEvery === 0) putCause(world, { at: at / causedEvery, equipment, device, epoch, random })
    else noteFindings(world, { equipment, epoch, random })
  }
}

interface Found {
  equipment: Equipment
  epoch: number
  random: () => number
}

/** Two rules that found something; a third of it holds. */
function noteFindings(world: World, { equipment, epoch, random }: Found): void {
  const running = runningRules(world, equipment)
  const first = Math.floor(random() * running.length)
  for (const rule of [running[first], running[(first + 1) % running.length]]) {
    if (!rule) continue
    const holds = random() < 0.33
    const started = Math.round(epoch - hour - (holds ? 5 : 200) * day * random())
    const ended = holds ? null : started + Math.round(hour * (1 + random() * 8))
    noteOccurrence(world, equipment, rule, { started, detected: started + 35 * minute, ended })
    if (!holds) {
      world.store.run(
        `UPDATE fault SET status = 'cleared' WHERE equipment_id = ? AND rule_id = ?`,
        equipment.id,
        rule.ruleId,
      )
    }
  }
}

/**
 * Puts something wrong into the controller for some days and has the rules look at them: what they find is what the
 * trends show. Where weather hides it the next cause is tried.
 */
function putCause(world: World, { at, equipment, device, epoch, random }: Found & { at: number; device: Made }): void {
  const { store } = world
  const unit = unitOf(equipment.type)
  const possible = unit ? causes[unit] : []
  const isLasting = at % lastingEvery === 0
  const isRecent = isLasting || at % 3 === 0
  const days = 1 + Math.floor(random() * 3)
  const first = localDayOf(epoch - (isRecent ? days : days + 4 + Math.floor(random() * 190)) * day, equipment.time_zone)
  const until = isLasting ? epoch + lastsFor : first.start + days * day
  const id = seedId('injection', `large-${device.name}`)
  const begin = Math.floor(random() * possible.length)
  for (let tried = 0; tried < possible.length; tried++) {
    const kind = possible[(begin + tried) % possible.length] as HvacFaultName
    injectInto(world, {
      id,
      device_id: device.id,
      kind,
      params: JSON.stringify({ equipmentId: equipment.id }),
      from_at: first.start,
      until_at: until,
    })
    // The day after as well: what has ended is quiet by then.
    for (let { start, end } = first; start < Math.min(until + day, epoch); ) {
      lookAt(world, equipment, Math.min(end - minute, epoch))
      ;({ start, end } = localDayOf(end, equipment.time_zone))
    }
    if (store.get('SELECT 1 FROM fault WHERE equipment_id = ? LIMIT 1', equipment.id)) break
    store.run('DELETE FROM injection WHERE id = ?', id)
  }
  if (isLasting) watchEquipment(world, equipment.id, epoch)
}
