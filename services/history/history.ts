/** The port to what was measured: services read the past of points only through it, whatever stands behind a point. */
import type { Value } from '../contracts/points'

export const minuteMs = 60_000
/** How long what was measured is kept. */
export const historyDays = 400

/** A result that may be there at once: that of a store in a file, or of the simulation. */
export type Awaitable<Result> = Result | Promise<Result>

/** How far a reading can be trusted: `uncertain` when its device reports a fault of it, `lost` when nothing was heard. */
export type ReadingQuality = 'good' | 'uncertain' | 'lost'

/** A point at a moment; its value is null when lost. */
export interface HistoryReading {
  at: number
  value: Value | null
  quality: ReadingQuality
}

/** By point id, each in order of time; a point of which nothing is known has none. */
export type HistoryReadings = Map<string, HistoryReading[]>

/** By point id, what can be trusted of each minute of a window: the last value in it, null where there is none. */
export type HistoryMinutes = Map<string, readonly (Value | null)[]>

export interface MinuteRange {
  from: number
  /** Not included. */
  to: number
}

export interface HistoryWindow extends MinuteRange {
  /** Minutes between two readings. */
  everyMinutes: number
}

/** Readings of a point that arrive when they are past; each is valid until the next one. */
export interface PastReadings {
  pointId: string
  /** Whether a number is one of several states. */
  isState: boolean
  readings: readonly HistoryReading[]
  /** Until when the last reading is valid at most, ms. */
  until: number
}

export interface History {
  /**
   * Returns the readings of points in a window, never later than now: one every `everyMinutes`, and where every minute
   * is read, those of commands between two minutes. A reading is valid until the next one; a lost one begins a gap.
   */
  between(pointIds: readonly string[], window: HistoryWindow): Awaitable<HistoryReadings>
  /** Returns the minutes of points in a window that begins with a whole minute, never later than now. */
  minutes(pointIds: readonly string[], window: MinuteRange): Awaitable<HistoryMinutes>
  /** Returns the last reading of each point at or before a moment. */
  last(pointIds: readonly string[], at: number): Awaitable<Map<string, HistoryReading>>
  /**
   * Returns the minutes of points in a window: those up to now as they are, and later ones as they will be if nothing
   * intervenes, only to choose when to read again. Absent when nobody knows.
   */
  expected?(pointIds: readonly string[], window: MinuteRange): HistoryMinutes
  /** Whether points may have left their healthy course in a window. Absent when they always may. */
  isDisturbed?(pointIds: readonly string[], window: MinuteRange): boolean
  /**
   * Stores readings of the past where nothing is known, and returns of how many minutes. Absent where the past is
   * computed.
   */
  fill?(past: PastReadings): Promise<number>
}
