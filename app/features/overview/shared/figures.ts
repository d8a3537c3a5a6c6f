/** The figures of an overview, each with the address of the list it counts, if there is one. */
import type { TotalCount } from '~/domain/count'
import { sumOf } from '~/domain/count'
import type { FigureTrend } from './figure-trend'

export const figureKeys = ['alarms', 'activeAlarms', 'offline', 'faults', 'changes'] as const
export type FigureKey = (typeof figureKeys)[number]

/** The parts of a figure, or the whole it is a part of. */
export const partKeys = [
  'critical',
  'high',
  'acknowledged',
  'ofDevices',
  'connected',
  'waiting',
  'deploying',
  'stalled',
  'sendFailed',
  'deploymentFailed',
] as const
export type PartKey = (typeof partKeys)[number]

export interface FigurePart {
  key: PartKey
  counted: TotalCount
  href: string | null
  /** The share of the whole, 0 to 1. */
  share?: number
}

export interface Figure {
  key: FigureKey
  /** Null if nobody can count it now. */
  counted: TotalCount | null
  href: string | null
  parts: FigurePart[]
  /** The last 24 hours, where they are known. */
  trend?: FigureTrend | null
}

/** Returns the sum of a figure's parts; null if one is unknown. A sum has no list of its own. */
export function sumOfParts(counts: readonly (TotalCount | undefined)[]): TotalCount | null {
  return counts.every((one) => one !== undefined) ? sumOf(counts) : null
}
