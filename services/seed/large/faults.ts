/** The faults of `large`: the evaluation of injected faults in controllers, current or past (domain §11.2, §11.3). */

import { seedId } from '../../kit/deterministic'
import { type LocalDay, localDayOf } from '../../kit/local-days'
import type { World } from '../../kit/world'
import { clearFault, recordOccurrence } from '../../operations/faults/fault-records'
import type { FaultRecord } from '../../operations/faults/fault-rows'
import { evaluateEquipment, scheduleEvaluation } from '../../operations/faults/fault-watch'
import { type RuleUnit, ruleOf } from '../../operations/rules/rule-catalogue'
import { type RuleEquipment, readRuleEquipment, ruleUnitOf } from '../../operations/units'
import type { HvacFaultName } from '../../simulation/fleet/hvac-faults'
import { storeInjection } from '../../simulation/fleet/injections'
import { equipmentIdOf, mapRoles } from '../fleet-equipment'
import { writePoints } from '../points'
import type { SeededDevice } from './devices'
import { equipmentByModel, type WriterContext } from './operations'

const minute = 60_000
const day = 24 * 60 * minute

/** One in this many pieces of equipment with faults still has the cause, for this long after the seed. */
const lastingEvery = 5
const lastsForMs = 3 * day

const causes: Record<RuleUnit, readonly HvacFaultName[]> = {
  airHandler: ['fanBelt', 'oaDamperStuck', 'matBias', 'coolingValveLeak', 'heatingValveLeak', 'satBias', 'hunting'],
  box: ['vavDamperStuckClosed', 'reheatLeak', 'flowSensorBias', 'vavDamperLeak', 'noReheat'],
  fanCoil: ['fcuHwLeak', 'fcuChwLeak', 'fcuHeatUnavailable', 'fcuCoolUnavailable'],
}

/** Returns a function that writes all points of a controller, each in its role. */
export function pointsWriter(world: World, { owner, epoch }: WriterContext): (device: SeededDevice) => void {
  return (device) => {
    const equipment = readRuleEquipment(world, equipmentIdOf(device.name))
    if (!equipment) return
    const [points] = writePoints(world, { id: device.id, ...owner }, [
      { prefix: device.name, served: equipmentByModel[device.model] },
    ])
    mapRoles(world, epoch, { id: equipment.id, type: equipment.type, owner, points: points ?? new Map() })
  }
}

/** Returns a function that writes what the rules of a controller detect; overrides, which must exist, are included. */
export function faultyWriter(world: World, { epoch, streams }: WriterContext): (device: SeededDevice) => void {
  const random = streams('faults')
  let count = 0
  return (device) => {
    const equipment = readRuleEquipment(world, equipmentIdOf(device.name))
    if (!equipment) return
    injectCause(world, { isLasting: count++ % lastingEvery === 0, equipment, device, epoch, random })
  }
}

interface Cause {
  isLasting: boolean
  equipment: RuleEquipment
  device: SeededDevice
  epoch: number
  random: () => number
}

/** How often other days are tried: on a weekend or in mild weather most causes are hidden. */
const maxTries = 4

/**
 * Injects a fault into the controller and evaluates its days: the faults match the trends. Where weather hides the
 * cause the next one is tried, then other days.
 */
function injectCause(world: World, cause: Cause): void {
  const { isLasting, equipment, epoch, random } = cause
  const unit = ruleUnitOf(equipment.type)
  const possible = unit ? causes[unit] : []
  for (let tries = 0; tries < maxTries; tries++) {
    const daysAgo = isLasting ? 1 + 3 * tries + Math.floor(random() * 3) : 2 + Math.floor(random() * 200)
    const first = localDayOf(epoch - daysAgo * day, equipment.time_zone)
    const begin = Math.floor(random() * possible.length)
    const inTurn = possible.map((_, at) => possible[(begin + at) % possible.length] as HvacFaultName)
    if (inTurn.some((kind) => isDetected(world, cause, { kind, first }))) return
  }
}

/** Whether the rules detect it; it is removed when they do not. */
function isDetected(
  world: World,
  { isLasting, equipment, device, epoch }: Cause,
  { kind, first }: { kind: HvacFaultName; first: LocalDay },
): boolean {
  const { store } = world
  const id = seedId('injection', `large-${device.name}`)
  const until = isLasting ? epoch + lastsForMs : first.end
  storeInjection(world, {
    id,
    device_id: device.id,
    kind,
    params: JSON.stringify({ equipmentId: equipment.id }),
    from_at: first.start,
    until_at: until,
  })
  const next = evaluateFrom(world, equipment, first, Math.min(until, epoch))
  if (!store.get('SELECT 1 FROM fault WHERE equipment_id = ? LIMIT 1', equipment.id)) {
    store.run('DELETE FROM injection WHERE id = ?', id)
    return false
  }
  if (isLasting) scheduleEvaluation(world, equipment.id, next)
  else endAll(world, equipment, until)
  return true
}

/** Evaluates day by day until a moment; returns when to evaluate again. */
function evaluateFrom(world: World, equipment: RuleEquipment, first: LocalDay, until: number): number {
  let next = until
  for (let { start, end } = first; start < until; ) {
    // Simulated readings are there at once.
    next = (evaluateEquipment(world, equipment, Math.min(end - minute, until)) as number | undefined) ?? until
    ;({ start, end } = localDayOf(end, equipment.time_zone))
  }
  return next
}

/** Ends what was detected on a past day at the end of that day at the latest. */
function endAll(world: World, equipment: RuleEquipment, at: number): void {
  for (const fault of world.store.all<FaultRecord>('SELECT * FROM fault WHERE equipment_id = ?', equipment.id)) {
    const rule = ruleOf(fault.rule_id)
    const { started_at: started, detected_at: detected, ended_at: ended } = fault
    if (rule) recordOccurrence(world, equipment, rule, { started, detected, ended: ended ?? at })
    clearFault(world, fault)
  }
}
