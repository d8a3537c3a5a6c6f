/** A part of a shift page: how much there is of what, and the first of it. Plain data, for the page and for its file. */
import type { Counted } from '~/domain/counted'
import type { Tone } from '~/ui/badge'

export const partNames = ['alarms', 'faults', 'overrides', 'work', 'controllers', 'changes'] as const
export type PartName = (typeof partNames)[number]

/** A number with its words, and the list of exactly these; no list where none is narrowed so. */
export interface Line {
  text: string
  counted: Counted
  href: string | null
}

export interface Row {
  /** What it is in a word or two. */
  state: string
  tone: Tone
  name: string
  /** What is said of it. */
  text: string
  where: string
  at: string | null
  href: string
}

export interface Part {
  lines: Line[]
  rows: Row[]
  /** Looked for within a bound: there may be more rows than are looked through. */
  isPartial: boolean
}

/** As many rows as a part shows of what its lines count. */
export const mostShown = 8
