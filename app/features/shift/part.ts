/** A part of a shift page: counts and first rows as plain data, for the page and for its file. */
import type { TotalCount } from '~/domain/count'
import type { Tone } from '~/ui/badge'

export const partNames = ['alarms', 'faults', 'overrides', 'work', 'controllers', 'changes'] as const
export type PartName = (typeof partNames)[number]

/** A count with its text and the link to its list; no link where the list has no such filter. */
export interface ShiftLine {
  text: string
  counted: TotalCount
  href: string | null
}

export interface ShiftRow {
  /** The state as a short text. */
  state: string
  tone: Tone
  name: string
  /** The description. */
  text: string
  where: string
  at: string | null
  href: string
}

export interface PartContent {
  lines: ShiftLine[]
  rows: ShiftRow[]
  /** Whether the search was bounded: there may be further rows. */
  isPartial: boolean
}

/** Rows per part. */
export const maxPartRows = 8
