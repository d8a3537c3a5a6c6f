/**
 * The rule engine on the clock. Only equipment with something wrong or with values of its own is watched; the rest
 * is known to be healthy. A watch looks at the whole local day at once, writes down what is true by now, and comes
 * back at the next minute at which anything changes (domain §2.1, §12.2).
 */
import type { World } from '../kit/world'
import { clearFault, noteOccurrence, type Occurrence, readFault, suppressFault } from './fault-records'
import type { FaultRow } from './fault-rows'
import { rulesOn, runningRules, valuesOf } from './readiness'
import { ruleOf } from './rule-catalogue'
import { evaluate, type Verdict } from './rule-evaluation'
import { samplesOf } from './samples'
import { dayMs, type Equipment, faultsBetween, type LocalDay, localDayOf, readEquipment, unitOf } from './units'
import { delayOf } from './variables'

const minuteMs = 60_000
/** Nothing is evaluated while the controller is silent; this is how often somebody looks whether it is back. */
const lookAgainMs = 60 * minuteMs
/** How long a condition that comes back stays. */
const returnedForMs = 20 * minuteMs

const watchJob = (equipmentId: string) => `fault.watch:${equipmentId}`

/** Has the equipment looked at when something about it has changed: now unless said. */
export function watchEquipment({ jobs, clock }: World, equipmentId: string, at = clock.now()): void {
  jobs.schedule('fault.watch', at, { equipmentId }, watchJob(equipmentId))
}

/** The same for everything a controller serves; for what is put into it or taken out of it. */
export function watchDevice(world: World, deviceId: string, at = world.clock.now()): void {
  const served = world.store.all<{ equipment_id: string }>(
    'SELECT equipment_id FROM equipment_device WHERE device_id = ?',
    deviceId,
  )
  for (const { equipment_id } of served) watchEquipment(world, equipment_id, at)
}

/** Has the condition of a fault show again some time after it was resolved, when its repair does not hold. */
export function scheduleReturn({ jobs, clock }: World, fault: FaultRow): void {
  if (fault.returns_after === null) return
  const startedAt = clock.now() + minuteMs
  jobs.schedule('fault.return', clock.now() + fault.returns_after * minuteMs, { faultId: fault.id, startedAt })
}

export function registerFaultWatch(world: World): void {
  const { jobs, store } = world
  jobs.on<{ equipmentId: string }>('fault.watch', ({ equipmentId }, at) => {
    const equipment = readEquipment(world, equipmentId)
    const next = equipment && lookAt(world, equipment, at)
    if (next) watchEquipment(world, equipmentId, next)
  })

  jobs.on<{ equipmentId: string }>('fault.readiness', ({ equipmentId }) => {
    const equipment = readEquipment(world, equipmentId)
    for (const { rule, enabled, missing } of equipment ? rulesOn(world, equipment) : []) {
      const fault = readFault(world, equipmentId, rule.ruleId)
      if (fault?.status === 'active' && !(enabled && missing.length === 0)) suppressFault(world, fault)
    }
    watchEquipment(world, equipmentId)
  })

  jobs.on<{ faultId: string; startedAt: number }>('fault.return', ({ faultId, startedAt }, at) => {
    const fault = store.get<FaultRow>('SELECT * FROM fault WHERE id = ?', faultId)
    const equipment = fault && readEquipment(world, fault.equipment_id)
    const rule = fault && ruleOf(fault.rule_id)
    if (!equipment || !rule || fault.status !== 'resolved') return
    noteOccurrence(world, equipment, rule, {
      started: startedAt,
      detected: at,
      ended: null,
      severe: fault.severity === 'high',
    })
    jobs.schedule('fault.end', at + returnedForMs, { faultId, startedAt })
  })
  jobs.on<{ faultId: string; startedAt: number }>('fault.end', ({ faultId, startedAt }, at) => {
    const fault = store.get<FaultRow>('SELECT * FROM fault WHERE id = ?', faultId)
    const equipment = fault && readEquipment(world, fault.equipment_id)
    const rule = fault && ruleOf(fault.rule_id)
    if (!equipment || !rule || fault.started_at !== startedAt) return
    noteOccurrence(world, equipment, rule, { started: startedAt, detected: fault.detected_at, ended: at })
  })
}

/** Writes down what the rules say by now; answers when to look again, undefined when nothing can change by itself. */
export function lookAt(world: World, equipment: Equipment, at: number): number | undefined {
  const unit = unitOf(equipment.type)
  if (!unit) return undefined
  const day = localDayOf(at, equipment.time_zone)
  if (!isWatched(world, equipment, day)) return undefined
  if (isSilent(world, equipment)) return at + lookAgainMs

  const rules = runningRules(world, equipment)
  const values = valuesOf(world, equipment.id)
  const verdicts = evaluate(samplesOf(world, equipment, day), { unit, rules, values })
  const momentOf = (minute: number) => day.start + minute * minuteMs
  let next = day.end
  const changesAt = (moment: number | null) => {
    if (moment !== null && moment > at) next = Math.min(next, moment)
  }

  for (const rule of rules) {
    const verdict = verdicts.get(rule.ruleId)
    if (!verdict) continue
    for (const occurrence of occurrencesOf(verdict, momentOf)) {
      changesAt(occurrence.detected)
      changesAt(occurrence.ended)
      if (occurrence.detected > at) continue
      const ended = occurrence.ended !== null && occurrence.ended <= at ? occurrence.ended : null
      noteOccurrence(world, equipment, rule, { ...occurrence, ended })
    }
    const fault = readFault(world, equipment.id, rule.ruleId)
    const quiet = verdict.quietAt.map(momentOf)
    quiet.forEach(changesAt)
    if (fault?.status !== 'active') continue
    // What held at the end of yesterday and does not go on today ended with that day.
    if (fault.ended_at === null && fault.started_at < day.start)
      endBefore(world, { equipment, fault, moment: day.start })
    const endedAt = readFault(world, equipment.id, rule.ruleId)?.ended_at ?? null
    if (endedAt !== null && quiet.some((moment) => moment <= at && moment > endedAt)) clearFault(world, fault)
  }
  return next
}

/** Something is or was wrong or held by hand lately, or the rules reckon with values of this equipment's own. */
function isWatched(world: World, { id }: Equipment, day: LocalDay): boolean {
  if (faultsBetween(world, id, day.start - 2 * dayMs, day.end).length > 0) return true
  if (world.store.get('SELECT 1 FROM internal_variable WHERE equipment_id = ? LIMIT 1', id)) return true
  return wasCommanded(world, id, day.start - 2 * dayMs)
}

/** Somebody holds one of its points, or did lately. */
const wasCommanded = ({ store }: World, equipmentId: string, since: number) =>
  store.get(
    `SELECT 1 FROM point_mapping
     WHERE equipment_id = ? AND (EXISTS (SELECT 1 FROM point_command WHERE point_id = point_mapping.point_id)
       OR EXISTS (SELECT 1 FROM point_write WHERE point_id = point_mapping.point_id AND at > ?)) LIMIT 1`,
    equipmentId,
    since,
  ) !== undefined

const isSilent = ({ store }: World, { id }: Equipment) =>
  store.get(
    `SELECT 1 FROM device JOIN equipment_device ON equipment_device.device_id = device.id
     WHERE equipment_id = ? AND device.offline_since IS NOT NULL LIMIT 1`,
    id,
  ) !== undefined

const occurrencesOf = ({ violations }: Verdict, momentOf: (minute: number) => number): Occurrence[] =>
  violations.map(({ start, detected, end, severe }) => ({
    severe,
    started: momentOf(start),
    detected: momentOf(detected),
    ended: end === null ? null : momentOf(end),
  }))

function endBefore(
  world: World,
  { equipment, fault, moment }: { equipment: Equipment; fault: FaultRow; moment: number },
): void {
  const rule = ruleOf(fault.rule_id)
  if (!rule) return
  const ended = Math.max(fault.started_at + delayOf(rule, valuesOf(world, equipment.id)) * minuteMs, moment)
  noteOccurrence(world, equipment, rule, { started: fault.started_at, detected: fault.detected_at, ended })
}
