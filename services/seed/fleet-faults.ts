/**
 * Faults of the demonstration: eighteen with stories, six of them active, and twelve active in Montcalm, one of which
 * returns after its resolution (domain §11.1). Their causes are injected into the controllers, so that the trends show
 * them.
 */
import type { FaultStatus, Resolution } from '../contracts/faults'
import { seedId } from '../kit/deterministic'
import { type LocalDay, localDayOf } from '../kit/local-days'
import type { World } from '../kit/world'
import { clearFault, readFault, recordOccurrence, suppressFault } from '../operations/faults/fault-records'
import { scheduleEvaluation } from '../operations/faults/fault-watch'
import { type EvaluationWindow, type Evidence, evidenceAt, windowAt, worstIn } from '../operations/faults/fault-window'
import { faultRules, type Rule } from '../operations/rules/rule-catalogue'
import { evaluate } from '../operations/rules/rule-evaluation'
import { type RuleEquipment, readRuleEquipment } from '../operations/units'
import { defaultValues, delayOf } from '../operations/variables/variables'
import type { HvacFaultName } from '../simulation/fleet/hvac-faults'
import { storeInjection } from '../simulation/fleet/injections'
import { insert } from './fleet-write'
import { customerIdOf, userIdOf } from './people'

const minute = 60_000
const day = 86_400_000

interface FaultPlan {
  customer: string
  equipment: string
  rule: string
  /** The injected fault and its strength. */
  cause: HvacFaultName
  strength?: number
  /** Days before the epoch on which the condition was met. */
  days: readonly number[]
  status?: Exclude<FaultStatus, 'active'>
  resolution?: Resolution
  /** Whether it persists today: the rules continue to detect it. */
  isLasting?: boolean
  notes?: readonly string[]
  /** Resolved this many days ago, and active again since. */
  returnedDaysAgo?: number
  returnsAfter?: number
}

const laurier = { customer: 'CUS1001' }
const mapleRidge = { customer: 'CUS1002' }
const saintRemi = { customer: 'CUS1003' }
const montcalm = { customer: 'CUS1004' }

const leak = 'Valve CV-2 passes at 0 %. A new one is ordered, delivery on Thursday.'

const stories: readonly FaultPlan[] = [
  {
    ...mapleRidge,
    equipment: 'AHU OR',
    rule: 'AHU-FC8',
    cause: 'coolingValveLeak',
    days: [4, 3, 2, 1],
    isLasting: true,
    notes: ['Mixed and supply air differ by six degrees with both valves shut.', leak],
  },
  {
    ...mapleRidge,
    equipment: 'AHU OR',
    rule: 'AHU-FC14',
    cause: 'coolingValveLeak',
    days: [3, 2, 1],
    isLasting: true,
    notes: [leak],
  },
  {
    ...laurier,
    equipment: 'AHU-2',
    rule: 'AHU-FC1',
    cause: 'fanBelt',
    days: [9, 8, 1],
    isLasting: true,
    notes: ['La courroie siffle; commande passée.'],
  },
  {
    ...laurier,
    equipment: 'VAV 12-04',
    rule: 'VAV-LOWFLOW',
    cause: 'vavDamperStuckClosed',
    days: [6, 5, 2, 1],
    isLasting: true,
    notes: ['Occupants of 12-04 complain since Monday.', 'Damper shaft slips.'],
  },
  {
    ...laurier,
    equipment: 'FCU Lobby',
    rule: 'FCU-FC2',
    cause: 'fcuHeatUnavailable',
    days: [3, 1],
    notes: ['Vanne fermée par l’entretien?'],
  },
  {
    ...saintRemi,
    equipment: 'VAV A-102',
    rule: 'VAV-VLVLEAK',
    cause: 'reheatLeak',
    days: [12, 5, 1],
    notes: ['Vanne de réchauffe à vérifier.'],
  },
  {
    ...laurier,
    equipment: 'AHU-1',
    rule: 'AHU-FC4',
    cause: 'hunting',
    days: [40, 39],
    status: 'resolved',
    resolution: 'fixed',
  },
  {
    ...laurier,
    equipment: 'AHU-1',
    rule: 'AHU-FC6',
    cause: 'oaDamperStuck',
    strength: 100,
    days: [33],
    status: 'cleared',
  },
  {
    ...laurier,
    equipment: 'AHU-2',
    rule: 'AHU-FC3',
    cause: 'matBias',
    strength: 9,
    days: [60],
    status: 'resolved',
    resolution: 'falsePositive',
  },
  { ...laurier, equipment: 'AHU-2', rule: 'AHU-FC7', cause: 'heatingUnavailable', days: [48], status: 'cleared' },
  {
    ...mapleRidge,
    equipment: 'AHU OR',
    rule: 'AHU-FC12',
    cause: 'heatingValveLeak',
    days: [71, 70],
    status: 'resolved',
    resolution: 'fixed',
  },
  { ...mapleRidge, equipment: 'AHU OR', rule: 'AHU-FC10', cause: 'matBias', days: [90], status: 'cleared' },
  {
    ...mapleRidge,
    equipment: 'VAV OR-1',
    rule: 'VAV-FLOWCAL',
    cause: 'flowSensorBias',
    days: [21, 20],
    status: 'resolved',
    resolution: 'accepted',
  },
  { ...mapleRidge, equipment: 'VAV OR-2', rule: 'VAV-DMPLEAK', cause: 'vavDamperLeak', days: [26], status: 'cleared' },
  { ...saintRemi, equipment: 'FCU A-001', rule: 'FCU-FC4', cause: 'fcuChwLeak', days: [30], status: 'cleared' },
  {
    ...saintRemi,
    equipment: 'FCU A-002',
    rule: 'FCU-FC5',
    cause: 'fcuHwLeak',
    days: [52, 51],
    status: 'resolved',
    resolution: 'fixed',
  },
  {
    ...saintRemi,
    equipment: 'VAV A-101',
    rule: 'VAV-LOWDAT',
    cause: 'noReheat',
    days: [37],
    status: 'resolved',
    resolution: 'duplicate',
  },
  { ...saintRemi, equipment: 'VAV A-103', rule: 'VAV-VLVLEAK', cause: 'reheatLeak', days: [44], status: 'suppressed' },
]

const fleet: readonly FaultPlan[] = [
  {
    ...montcalm,
    equipment: 'VAV DRO-04',
    rule: 'VAV-LOWFLOW',
    cause: 'vavDamperStuckClosed',
    days: [9, 8, 1],
    returnedDaysAgo: 6,
    returnsAfter: 7,
    notes: ['Registre débloqué.'],
  },
  { ...montcalm, equipment: 'AHU ART-01', rule: 'AHU-FC1', cause: 'fanBelt', days: [3, 2, 1], isLasting: true },
  {
    ...montcalm,
    equipment: 'VAV MED-02',
    rule: 'VAV-FLOWCAL',
    cause: 'flowSensorBias',
    days: [5, 4, 1],
    isLasting: true,
  },
  { ...montcalm, equipment: 'VAV REC-03', rule: 'VAV-VLVLEAK', cause: 'reheatLeak', days: [2, 1], isLasting: true },
  { ...montcalm, equipment: 'AHU MED-01', rule: 'AHU-FC2', cause: 'matBias', strength: -9, days: [4, 1] },
  { ...montcalm, equipment: 'AHU REC-02', rule: 'AHU-FC12', cause: 'satBias', strength: 5, days: [1] },
  { ...montcalm, equipment: 'AHU GEN-01', rule: 'AHU-FC8', cause: 'heatingValveLeak', days: [7, 6, 1] },
  { ...montcalm, equipment: 'AHU BIB-01', rule: 'AHU-FC6', cause: 'oaDamperStuck', strength: 100, days: [2, 1] },
  { ...montcalm, equipment: 'VAV ART-05', rule: 'VAV-DMPLEAK', cause: 'vavDamperLeak', days: [1] },
  { ...montcalm, equipment: 'VAV RES-07', rule: 'VAV-LOWDAT', cause: 'noReheat', days: [3, 1] },
  { ...montcalm, equipment: 'FCU RES-02', rule: 'FCU-FC5', cause: 'fcuHwLeak', days: [2, 1] },
  { ...montcalm, equipment: 'FCU MED-01', rule: 'FCU-FC3', cause: 'fcuCoolUnavailable', days: [1] },
]

/** Writes them; persistent ones are evaluated as soon as the clock runs. */
export function writeFaults(world: World, epoch: number): void {
  for (const plan of [...stories, ...fleet]) writeFault(world, epoch, plan)
}

interface Authored {
  at: number
  author: { id: string; name: string; initials: string }
}
const amelie = { id: userIdOf('amelie'), name: 'Amélie Tremblay', initials: 'AT' }
const usha = { id: userIdOf('usha'), name: 'Usha Raman', initials: 'UR' }

function writeFault(world: World, epoch: number, plan: FaultPlan): void {
  const equipment = equipmentOf(world, plan)
  const rule = faultRules.find(({ code }) => code === plan.rule)
  if (!equipment || !rule) return
  const days = plan.days.map((days) => localDayOf(epoch - days * day, equipment.time_zone))
  const [begin, end] = [days[0]?.start ?? epoch, days.at(-1)?.end ?? epoch]
  injectCause(world, { equipment, plan, from: begin, until: plan.isLasting ? null : end })
  const detectedOccurrences = days.flatMap((day) => detectOn(world, day, { equipment, rule }))
  // Where the season hides the cause, the occurrences are written anyway.
  const occurrences =
    detectedOccurrences.length > 0
      ? detectedOccurrences
      : plan.days.map((days) => occurrenceOn(world, epoch - days * day, { equipment, rule }))
  for (const occurrence of occurrences) recordOccurrence(world, equipment, rule, occurrence)
  const last = occurrences.at(-1)
  const fault = readFault(world, equipment.id, rule.ruleId)
  if (!last || !fault) return

  if (plan.status === 'cleared') clearFault(world, fault)
  if (plan.status === 'suppressed') {
    suppressFault(world, fault)
    insert(world, 'rule_setting', { equipment_id: equipment.id, rule_id: rule.ruleId, enabled: 0, manual: 1 })
  }
  if (plan.resolution) {
    writeResolution(world, fault.id, { resolution: plan.resolution, at: last.ended + 90 * minute })
    world.store.run(`UPDATE fault SET status = 'resolved' WHERE id = ?`, fault.id)
  }
  if (plan.returnedDaysAgo)
    writeResolution(world, fault.id, { resolution: 'fixed', at: epoch - plan.returnedDaysAgo * day })
  if (plan.returnsAfter) world.store.run('UPDATE fault SET returns_after = ? WHERE id = ?', plan.returnsAfter, fault.id)
  for (const [at, text] of (plan.notes ?? []).entries()) {
    writeNote(world, fault.id, text, { at: last.ended + (at + 1) * 40 * minute, author: at === 0 ? usha : amelie })
  }
  if (plan.isLasting) scheduleEvaluation(world, equipment.id)
}

/** Some names occur twice in a fleet; the first by id is used. */
function equipmentOf(world: World, { customer, equipment }: FaultPlan): RuleEquipment | undefined {
  const row = world.store.get<{ id: string }>(
    'SELECT id FROM equipment WHERE customer_id = ? AND name = ? ORDER BY id LIMIT 1',
    customerIdOf(customer),
    equipment,
  )
  return row && readRuleEquipment(world, row.id)
}

/** Returns the evaluation of a day with the cause, including a condition that began the evening before. */
function detectOn(world: World, day: LocalDay, { equipment, rule }: { equipment: RuleEquipment; rule: Rule }) {
  // Simulated readings are there at once.
  const window = windowAt(world, equipment, day.end - 1, rule) as EvaluationWindow
  const violations = evaluate(window.samples, { unit: rule.unit, rules: [rule], values: defaultValues }).get(
    rule.ruleId,
  )?.violations
  return (violations ?? []).flatMap((violation) => {
    const { start, detected, end, severe } = violation
    const ended = end === null ? day.end : window.momentOf(end)
    return ended <= day.start
      ? []
      : {
          started: window.momentOf(start),
          detected: window.momentOf(detected),
          ended,
          isSevere: severe,
          evidence: worstIn(window, rule, violation),
        }
  })
}

/**
 * Returns the occurrence from when the unit has settled in the morning until its fan stops; at night for a fault that
 * only shows then.
 */
function occurrenceOn(world: World, at: number, { equipment, rule }: { equipment: RuleEquipment; rule: Rule }) {
  const { start } = localDayOf(at, equipment.time_zone)
  const [from, to] = rule.code === 'VAV-FLOWCAL' ? [0, 330] : [420, 1110]
  const started = start + from * minute
  const detected = started + delayOf(rule, defaultValues) * minute
  const ended = start + to * minute
  const evidence = evidenceAt(world, equipment, rule, (started + ended) / 2) as Evidence | undefined
  return { started, detected, ended, isSevere: rule.code === 'VAV-LOWFLOW', evidence }
}

interface Cause {
  equipment: RuleEquipment
  plan: FaultPlan
  from: number
  until: number | null
}

function injectCause(world: World, { equipment, plan, from, until }: Cause): void {
  const device = world.store.get<{ id: string; host_id: string }>(
    `SELECT device.id, host_id FROM device JOIN equipment_device ON device_id = device.id
     WHERE equipment_id = ? ORDER BY device.id LIMIT 1`,
    equipment.id,
  )
  if (!device || (plan.rule === 'AHU-FC14' && plan.isLasting)) return
  storeInjection(world, {
    id: `${device.host_id}.${equipment.name}.${plan.rule}`,
    device_id: device.id,
    kind: plan.cause,
    params: JSON.stringify({ equipmentId: equipment.id, value: plan.strength }),
    from_at: from,
    until_at: until,
  })
}

function writeResolution(
  world: World,
  faultId: string,
  { resolution, at }: { resolution: Resolution; at: number },
): void {
  insert(world, 'fault_resolution', {
    fault_id: faultId,
    at,
    by_id: amelie.id,
    by_name: amelie.name,
    resolution,
    comment: resolution === 'fixed' ? null : 'Vérifié sur place.',
  })
  world.store.run(
    'UPDATE fault SET resolved_by_id = ?, resolved_by_name = ?, resolved_at = ?, resolution = ? WHERE id = ?',
    amelie.id,
    amelie.name,
    at,
    resolution,
    faultId,
  )
}

function writeNote(world: World, faultId: string, text: string, { at, author }: Authored): void {
  insert(world, 'fault_note', {
    id: seedId('fault-note', `${faultId}/${at}`),
    fault_id: faultId,
    text,
    author_id: author.id,
    author_name: author.name,
    author_initials: author.initials,
    created_at: at,
  })
  world.store.run('UPDATE fault SET note_count = note_count + 1 WHERE id = ?', faultId)
}
