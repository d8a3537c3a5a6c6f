/** Trends of the points of a rule, with its evaluation (domain §2.2). */

import type { TrendBand, Trends } from '../../contracts/faults'
import type { operations } from '../../contracts/operations'
import { minuteMs } from '../../history/history'
import { thin } from '../../history/thinning'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { dayMs, localDayOf } from '../../kit/local-days'
import { languageFrom, type ServiceLanguage } from '../../kit/messages'
import { scopeOfEquipment } from '../../kit/scope'
import type { World } from '../../kit/world'
import { valuesOf } from '../rules/readiness'
import { roleName } from '../rules/role-names'
import { type Rule, type RulePoint, type RuleUnit, ruleOf } from '../rules/rule-catalogue'
import { evaluate, peakUntil, settledMinutes, thresholdsOf } from '../rules/rule-evaluation'
import { rolePointsOf, samplesBetween, type UnitSample } from '../samples'
import { type RuleEquipment, readRuleEquipment, ruleUnitOf } from '../units'
import { readFault } from './fault-records'

type Ask = ServiceCall<typeof operations.faultTrends>

const maxWindowMs = 31 * dayMs
/** Default minutes shown before and after the window (spec §9). */
const defaultExtensionMinutes = 20
const usualSamples = 2000
/** Samples are stored every minute for 35 days, every quarter of an hour for 13 months. */
const everyMinuteForMs = 35 * dayMs
const keptForMs = 395 * dayMs

export const faultTrends: Handlers<typeof operations>['faultTrends'] = async (call) => {
  const { body, headers, params, require, world } = call
  require(scopeOfEquipment(world.store, params.equipmentId))
  const rule = ruleOf(params.faultRuleId)
  const equipment = readRuleEquipment(world, params.equipmentId)
  const unit = equipment && ruleUnitOf(equipment.type)
  if (!rule || !equipment || unit !== rule.unit) return fail(4005)

  const { from, to } = windowOf(call)
  const extended = extend({ from, to }, body.extensionDuration ?? defaultExtensionMinutes)
  if (extended.to - extended.from > maxWindowMs) fail(4712)
  const now = world.clock.now()
  const intervalSec = now - extended.from > everyMinuteForMs ? 900 : 60
  const minutes = await minutesBetween(world, { equipment, rule, ...extended, until: now, intervalSec })
  const maxSamples = body.maxSamples ?? usualSamples
  return {
    equipmentId: equipment.id,
    faultRuleId: rule.ruleId,
    from: timestamp(from),
    to: timestamp(to),
    extendedFrom: timestamp(extended.from),
    extendedTo: timestamp(extended.to),
    intervalSec,
    series: seriesOf(world, {
      equipment,
      rule,
      minutes,
      maxSamples,
      language: languageFrom(headers['accept-language']),
    }),
    bands: bandsOf(world, { equipment, unit, rule, minutes, ...extended }),
    thresholds: thresholdsIn(world, { equipment, unit, rule, minutes, maxSamples, from, to }),
    truncated: minutes.length > maxSamples,
  }
}

/**
 * Returns the window extended by `minutes` on each side: rules wait half an hour before they report, so a reader needs
 * what came before (domain §2.2).
 */
const extend = ({ from, to }: Window, minutes: number): Window => ({
  from: from - minutes * minuteMs,
  to: to + minutes * minuteMs,
})

interface Window {
  from: number
  to: number
}

/**
 * Returns the window of the body: of an occurrence, or between two moments; by default the newest occurrence, else the
 * last day.
 */
function windowOf({ body, params, world }: Ask): Window {
  const { store, clock } = world
  const fault = readFault(world, params.equipmentId, params.faultRuleId)
  const now = clock.now()
  let window: Window = { from: now - dayMs, to: now }
  if (body.occurrenceId) {
    const row = store.get<{ started_at: number; ended_at: number | null }>(
      'SELECT started_at, ended_at FROM fault_occurrence WHERE id = ? AND fault_id = ?',
      body.occurrenceId,
      fault?.id ?? '',
    )
    if (!row) return fail(4005)
    window = { from: row.started_at, to: row.ended_at ?? now }
  } else if (fault && !body.from && !body.to) {
    window = { from: fault.started_at, to: fault.ended_at ?? now }
  }
  const from = body.from ? Date.parse(body.from) : window.from
  const to = body.to ? Date.parse(body.to) : Math.max(window.to, from + minuteMs)
  if (from >= to) fail(4000, { errors: { from: 'errors.alarms.range' } })
  return { from, to }
}

/** One stored sample; null while the controller was offline. */
interface Minute {
  at: number
  sample: UnitSample | null
  settled: boolean
}

interface Stretch extends Window {
  equipment: RuleEquipment
  rule: Rule
  /** The end of the available data. */
  until: number
  intervalSec: number
}

async function minutesBetween(
  world: World,
  { equipment, rule, from, to, until, intervalSec }: Stretch,
): Promise<Minute[]> {
  // The current minute shows the current value.
  const end = to >= until ? until + 1 : to
  const begin = Math.max(from, until - keptForMs)
  if (begin >= end) return []
  const { time_zone: timeZone } = equipment
  // A unit that runs over midnight stays settled.
  const { start } = localDayOf(localDayOf(begin, timeZone).start - 1, timeZone)
  const roles = [...rule.points.map(({ role }) => role), ...rolesOfOperation]
  const samples = await samplesBetween(world, equipment, { from: start, to: end, roles })
  const settled = settledMinutes(samples, rule.unit, valuesOf(world, equipment.id).modeDelay ?? 0)
  const minutes: Minute[] = []
  for (let at = begin; at < end; ) {
    const day = localDayOf(at, timeZone)
    const step = intervalSec * 1_000
    for (let moment = day.start + Math.ceil((at - day.start) / step) * step; moment < day.end; moment += step) {
      if (moment >= end) break
      const index = (moment - start) / minuteMs
      const sample = samples[index]
      const isKnown = sample && Object.keys(sample.readings).length > 0
      minutes.push({ at: moment, sample: isKnown ? sample : null, settled: settled[index] === true })
    }
    at = day.end
  }
  return minutes
}

/** What shows how a unit runs. */
const rolesOfOperation = ['OS', 'FANSTS', 'OCC', 'HC', 'CC', 'OADPR', 'MINOA']

interface SeriesInput {
  equipment: RuleEquipment
  rule: Rule
  minutes: readonly Minute[]
  maxSamples: number
  language: ServiceLanguage
}

function seriesOf(world: World, { equipment, rule, minutes, maxSamples, language }: SeriesInput): Trends['series'] {
  const pointByRole = rolePointsOf(world, equipment.id)
  return rule.points
    .filter(({ role }) => pointByRole.has(role))
    .map((point) => ({
      pointId: pointByRole.get(point.role) ?? null,
      role: point.role,
      name: roleName(point.role, language),
      unit: point.unit,
      kind: isState(point) ? ('state' as const) : ('numeric' as const),
      samples: thin(
        minutes.map(({ at, sample }) => ({ at, value: sample && readingAt(sample, point.role) })),
        { maxSamples: maxSamples, isState: isState(point) },
      ).map(({ at, value }): Trends['series'][number]['samples'][number] => [timestamp(at), value]),
    }))
}

const isState = ({ role, unit }: RulePoint) => unit === null || role === 'OS'

function readingAt({ readings }: UnitSample, role: string): number | boolean | null {
  const value = readings[role]
  if (value === undefined) return null
  return typeof value === 'number' ? hundredths(value) : value
}

interface BandInput extends Window {
  equipment: RuleEquipment
  unit: RuleUnit
  rule: Rule
  minutes: readonly Minute[]
}

function bandsOf(world: World, { equipment, unit, rule, minutes, from, to }: BandInput): TrendBand[] {
  const fault = readFault(world, equipment.id, rule.ruleId)
  const now = world.clock.now()
  const occurrences = world.store.all<{ started_at: number; ended_at: number | null }>(
    `SELECT started_at, ended_at FROM fault_occurrence
     WHERE fault_id = ? AND started_at < ? AND coalesce(ended_at, ?) > ? ORDER BY started_at`,
    fault?.id ?? '',
    to,
    now,
    from,
  )
  const bands: TrendBand[] = occurrences.map(({ started_at, ended_at }) => ({
    type: 'fault',
    from: timestamp(Math.max(from, started_at)),
    to: timestamp(Math.min(to, ended_at ?? now)),
  }))
  if (unit === 'box') return bands
  const add = (band: Omit<TrendBand, 'from' | 'to'>, run: Window) => {
    // The current minute is not over.
    const end = Math.min(run.to, now)
    if (end > run.from) bands.push({ ...band, from: timestamp(run.from), to: timestamp(end) } as TrendBand)
  }
  const running = ({ sample }: Minute) => sample !== null && sample.readings.FANSTS === true
  for (const run of runsOf(minutes, (minute) => (running(minute) && !minute.settled ? 1 : null))) {
    add({ type: 'modeDelay' }, run)
  }
  const stateOf = ({ sample }: Minute) => (sample?.readings.OS === undefined ? null : Number(sample.readings.OS))
  for (const run of runsOf(minutes, stateOf)) add({ type: 'operatingState', value: run.value }, run)
  return bands
}

/** Returns the stretches of equal value. */
function runsOf(minutes: readonly Minute[], valueAt: (minute: Minute) => number | null) {
  const runs: { value: number; from: number; to: number }[] = []
  let open: { value: number; from: number; to: number } | undefined
  for (const minute of minutes) {
    const value = valueAt(minute)
    if (open && open.value === value) open.to = minute.at + minuteMs
    else {
      open = value === null ? undefined : { value, from: minute.at, to: minute.at + minuteMs }
      if (open) runs.push(open)
    }
  }
  return runs
}

/** Returns the thresholds at the worst minute of the window, and all their values when they move with the readings. */
function thresholdsIn(
  world: World,
  { equipment, unit, rule, minutes, maxSamples, from, to }: BandInput & { maxSamples: number },
): Trends['thresholds'] {
  const heard = minutes.filter((minute): minute is Minute & { sample: UnitSample } => minute.sample !== null)
  const inside = heard.filter(({ at }) => at >= from && at < to)
  const values = valuesOf(world, equipment.id)
  const peak = evaluate(
    heard.map(({ sample }) => sample),
    { unit, rules: [rule], values },
  )
    .get(rule.ruleId)
    ?.violations.flatMap((violation) => peakUntil(violation) ?? [])
    .sort((a, b) => b.deviation - a.deviation)[0]
  const worst = (peak && heard[peak.minute]?.sample) ?? inside[Math.floor(inside.length / 2)]?.sample
  if (!worst) return []
  const linesAt = (sample: UnitSample) =>
    thresholdsOf(rule, values, sample.readings).map((line) => ({ ...line, value: hundredths(line.value) }))
  const lines = minutes.map(({ at, sample }) => ({ at, lines: sample && linesAt(sample) }))
  return linesAt(worst).map((line, index) => {
    const points = lines.map(({ at, lines }) => ({ at, value: lines?.[index]?.value ?? null }))
    const moves = points.some(({ value }) => value !== null && value !== line.value)
    if (!moves) return line
    const samples = thin(points, { maxSamples: maxSamples, isState: false })
    return { ...line, samples: samples.map(({ at, value }): [string, number | null] => [timestamp(at), value]) }
  })
}

const hundredths = (value: number) => Math.round(value * 100) / 100
