/** The intervals of a day as blocks in minutes since midnight, and what the buttons and the strips do with them. */
import { secondsOf, timeText } from '#contracts/schedule-times'
import type { TypedInterval } from './parts'

export interface DayBlock {
  from: number
  /** At most 1440. */
  to: number
  value: string
}

export const dayMinutes = 1_440
/** The minutes that edges snap to. */
export const stepMinutes = 15

/** Returns the blocks of valid intervals, in order; others are omitted. */
export function toBlocks(intervals: readonly TypedInterval[]): DayBlock[] {
  const blocks = intervals.flatMap(([start, end, value]) => {
    const [from, to] = [secondsOf(start), secondsOf(end, { isEnd: true })]
    return from !== null && to !== null && to > from ? [{ from: from / 60, to: to / 60, value }] : []
  })
  return blocks.sort((one, other) => one.from - other.from)
}

export const toIntervals = (blocks: readonly DayBlock[]): TypedInterval[] =>
  [...blocks]
    .sort((one, other) => one.from - other.from)
    .map(({ from, to, value }) => [clockOf(from), clockOf(to), value])

export const clockOf = (minutes: number) => timeText(Math.round(minutes * 60))

/** Returns the free time around a moment, without the block at `except`; null where another block is. */
export function gapAround(
  blocks: readonly DayBlock[],
  minute: number,
  except?: number,
): { from: number; to: number } | null {
  const others = blocks.filter((_, at) => at !== except)
  if (others.some(({ from, to }) => minute >= from && minute < to)) return null
  return {
    from: Math.max(0, ...others.filter(({ to }) => to <= minute).map(({ to }) => to)),
    to: Math.min(dayMinutes, ...others.filter(({ from }) => from > minute).map(({ from }) => from)),
  }
}

/** Moves one edge of a block, as far as its neighbours and its own other edge allow. */
export function moveEdge(
  blocks: readonly DayBlock[],
  { at, edge, minute }: { at: number; edge: 'from' | 'to'; minute: number },
): DayBlock[] {
  const block = blocks[at]
  const gap = block && gapAround(blocks, block.from, at)
  if (!block || !gap) return [...blocks]
  const moved =
    edge === 'from'
      ? { ...block, from: between(minute, gap.from, Math.max(gap.from, block.to - stepMinutes)) }
      : { ...block, to: between(minute, Math.min(gap.to, block.from + stepMinutes), gap.to) }
  return blocks.map((one, index) => (index === at ? moved : one))
}

/** Moves a block with its length, as far as its neighbours allow. */
export function moveBlock(blocks: readonly DayBlock[], { at, from }: { at: number; from: number }): DayBlock[] {
  const block = blocks[at]
  const gap = block && gapAround(blocks, block.from, at)
  if (!block || !gap) return [...blocks]
  const length = block.to - block.from
  const start = between(from, gap.from, gap.to - length)
  return blocks.map((one, index) => (index === at ? { ...block, from: start, to: start + length } : one))
}

const between = (value: number, least: number, greatest: number) => Math.max(least, Math.min(greatest, value))

/** Splits a block in its middle, at a full step where there is one. */
export function splitBlock(blocks: readonly DayBlock[], at: number): DayBlock[] {
  return blocks.flatMap((block, index) => {
    const middle = Math.round((block.from + block.to) / 2 / stepMinutes) * stepMinutes
    if (index !== at || middle <= block.from || middle >= block.to) return [block]
    return [
      { ...block, to: middle },
      { ...block, from: middle },
    ]
  })
}

/** Adds a working day to an empty day, else an hour after the last block, else one in the longest gap. */
export function addBlock(blocks: readonly DayBlock[], value: string): DayBlock[] {
  const gap = blocks.length === 0 ? { from: 480, to: 1_020 } : freeGap(blocks)
  return gap ? [...blocks, { ...gap, value }].sort((one, other) => one.from - other.from) : [...blocks]
}

function freeGap(blocks: readonly DayBlock[]): { from: number; to: number } | null {
  const ends = [0, ...blocks.map(({ to }) => to)]
  const gaps = ends.flatMap((end) => gapAround(blocks, end) ?? []).filter(({ from, to }) => to - from >= stepMinutes)
  const last = gaps.find(({ to }) => to === dayMinutes)
  const gap = last ?? gaps.sort((one, other) => other.to - other.from - (one.to - one.from))[0]
  return gap ? { from: gap.from, to: Math.min(gap.to, gap.from + 60) } : null
}
