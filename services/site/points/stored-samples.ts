/** Which readings of a point its controller stored, by the historian settings valid at each moment (domain §6.3). */

import type { KeptPoint } from '../../contracts/historian'
import type { NotKept } from '../../contracts/point-trends'
import { type HistoryReading, minuteMs } from '../../history/history'
import type { HistorianSettings } from './historian'

/** A part of a window in which a point was stored in one way, or not at all. */
export interface StorageStretch {
  from: number
  to: number
  setting: KeptPoint | null
  reason: NotKept['reason'] | null
}

/** Returns how a point was stored over a window, ignoring later deletion. */
export function storageOver(
  pointId: string,
  { from, to }: { from: number; to: number },
  { periods }: HistorianSettings,
): StorageStretch[] {
  const stretches: StorageStretch[] = []
  let begin = from
  for (const { until, isOn, stored } of periods) {
    const end = Math.min(until, to)
    if (end <= begin) continue
    const setting = (isOn && stored.get(pointId)) || null
    stretches.push({ from: begin, to: end, setting, reason: setting ? null : isOn ? 'notChosen' : 'off' })
    begin = end
  }
  return stretches
}

/** Returns the stretches after deletion of everything older than a moment. */
export const afterDeletion = (stretches: readonly StorageStretch[], before: number): StorageStretch[] =>
  stretches.flatMap((stretch): StorageStretch[] => {
    if (stretch.from >= before) return [stretch]
    const deleted = {
      from: stretch.from,
      to: Math.min(stretch.to, before),
      setting: null,
      reason: 'forgotten' as const,
    }
    return stretch.to <= before ? [deleted] : [deleted, { ...stretch, from: before }]
  })

/** A minute of a point: a sample, or the last sample that is still valid in it. */
export interface StoredReading extends HistoryReading {
  /** Whether it is a sample of its own. */
  isSample: boolean
}

interface SampleOptions {
  isState: boolean
  /** Returns when the local day of a moment ends. */
  dayEndOf(at: number): number
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
export function storedSamplesOf(
  readings: readonly HistoryReading[],
  stretches: readonly StorageStretch[],
  { isState, dayEndOf, increment, stepMs }: SampleOptions,
): StoredReading[] {
  const stored: StoredReading[] = []
  let [index, dayEnd] = [0, Number.NEGATIVE_INFINITY]
  let last = null as StoredReading | null
  for (const [order, reading] of readings.entries()) {
    while (index < stretches.length - 1 && reading.at >= (stretches[index]?.to ?? 0)) {
      index += 1
      last = null
    }
    const setting = stretches[index]?.setting
    if (!setting) continue
    if (setting.mode === 'interval') {
      const slot = (at: number) => Math.floor(at / (setting.intervalSec * 1_000))
      const before = readings[order - 1]?.at ?? reading.at - stepMs
      // The value of a command between two minutes is stored with them.
      if (setting.intervalSec * 1_000 > minuteMs && slot(reading.at) === slot(before)) continue
      stored.push({ ...reading, isSample: true })
      continue
    }
    const isOfNewDay = reading.at >= dayEnd
    if (isOfNewDay) dayEnd = dayEndOf(reading.at)
    const isSample: boolean =
      isState || isOfNewDay || last === null || differs(reading, last, setting.covIncrement ?? increment)
    last = { ...(isSample || last === null ? reading : last), at: reading.at, isSample }
    stored.push(last)
  }
  return stored
}

/** Less than any sensor resolution, so that 20.3 is half a degree above 19.8. */
const rounding = 1e-9

const differs = ({ value }: HistoryReading, previous: HistoryReading, increment: number) =>
  typeof value === 'number' && typeof previous.value === 'number'
    ? value !== previous.value && Math.abs(value - previous.value) >= increment - rounding
    : value !== previous.value
