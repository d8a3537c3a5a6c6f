/** The figures of an overview, each with the list of exactly what it counts where there is one. */
import type { Counted } from '~/domain/counted'
import { sumOf } from '~/domain/counted'

export const figureKeys = ['alarms', 'activeAlarms', 'offline', 'faults', 'changes'] as const
export type FigureKey = (typeof figureKeys)[number]

/** What a figure is made of, or what it is a part of. */
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

export interface Part {
  key: PartKey
  counted: Counted
  href: string | null
  /** Of the whole, where it is a part of one. */
  share?: number
}

export interface Figure {
  key: FigureKey
  /** Null where nobody can say now. */
  counted: Counted | null
  href: string | null
  parts: Part[]
}

/** A figure that is the sum of its parts has no list of its own; null where one of them is not known. */
export function total(counts: readonly (Counted | undefined)[]): Counted | null {
  return counts.every((one) => one !== undefined) ? sumOf(counts) : null
}
