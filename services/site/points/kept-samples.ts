/** Which readings of a point its controller stored, by the historian settings valid at each moment (domain §6.3). */
import { minuteMs } from '../../building/stages'
import { dayAround, type Reading } from '../../building/values'
import type { KeptPoint } from '../../contracts/historian'
import type { NotKept } from '../../contracts/point-trends'
import type { KnownSettings } from './historian'

/** A part of a window in which a point was stored in one way, or not at all. */
export interface KeepingStretch {
  from: number
  to: number
  how: KeptPoint | null
  reason: NotKept['reason'] | null
}

/** Returns how a point was stored over a window, ignoring later deletion. */
export function keepingOver(
  pointId: string,
  { from, to }: { from: number; to: number },
  { periods }: KnownSettings,
): KeepingStretch[] {
  const stretches: KeepingStretch[] = []
  let begin = from
  for (const { until, isOn, kept } of periods) {
    const end = Math.min(until, to)
    if (end <= begin) continue
    const how = (isOn && kept.get(pointId)) || null
    stretches.push({ from: begin, to: end, how, reason: how ? null : isOn ? 'notChosen' : 'off' })
    begin = end
  }
  return stretches
}

/** Returns the stretches after deletion of everything older than a moment. */
export const afterForgetting = (stretches: readonly KeepingStretch[], before: number): KeepingStretch[] =>
  stretches.flatMap((stretch): KeepingStretch[] => {
    if (stretch.from >= before) return [stretch]
    const gone = { from: stretch.from, to: Math.min(stretch.to, before), how: null, reason: 'forgotten' as const }
    return stretch.to <= before ? [gone] : [gone, { ...stretch, from: before }]
  })

/** A minute of a point: a sample, or the last sample that is still valid in it. */
export interface KeptReading extends Reading {
  /** Whether it is a sample of its own. */
  isSample: boolean
}

interface Measured {
  isState: boolean
  timeZone: string
  /** Default COV increment. */
  increment: number
  /** Interval between readings. */
  stepMs: number
}

/**
 * Returns the stored samples of readings, which begin at a day of the site or a stretch: the first reading of each
 * interval, or the first of a day and each that differs enough from the last. The same readings produce the same
 * samples, whatever the window.
 */
export function keptOf(
  readings: readonly Reading[],
  stretches: readonly KeepingStretch[],
  { isState, timeZone, increment, stepMs }: Measured,
): KeptReading[] {
  const kept: KeptReading[] = []
  let [index, dayEnd] = [0, Number.NEGATIVE_INFINITY]
  let held = null as KeptReading | null
  for (const [order, reading] of readings.entries()) {
    while (index < stretches.length - 1 && reading.at >= (stretches[index]?.to ?? 0)) {
      index += 1
      held = null
    }
    const how = stretches[index]?.how
    if (!how) continue
    if (how.mode === 'interval') {
      const slot = (at: number) => Math.floor(at / (how.intervalSec * 1_000))
      const before = readings[order - 1]?.at ?? reading.at - stepMs
      // The value of a command between two minutes is stored with them.
      if (how.intervalSec * 1_000 > minuteMs && slot(reading.at) === slot(before)) continue
      kept.push({ ...reading, isSample: true })
      continue
    }
    const isOfNewDay = reading.at >= dayEnd
    if (isOfNewDay) dayEnd = dayAround(reading.at, timeZone).end
    const isSample: boolean =
      isState || isOfNewDay || held === null || differs(reading, held, how.covIncrement ?? increment)
    held = { ...(isSample || held === null ? reading : held), at: reading.at, isSample }
    kept.push(held)
  }
  return kept
}

/** Less than any sensor resolution, so that 20.3 is half a degree above 19.8. */
const rounding = 1e-9

const differs = ({ value }: Reading, held: Reading, increment: number) =>
  typeof value === 'number' && typeof held.value === 'number'
    ? value !== held.value && Math.abs(value - held.value) >= increment - rounding
    : value !== held.value
