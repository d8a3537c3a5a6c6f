/**
 * The buckets of a line as a short text for the browser: differences between neighbours, each a number of few
 * characters in the digits of base 64 (variable length, as in source maps).
 */
import type { Bucket } from './buckets'

/** A bucket as it is drawn and read: `value` is the mean, or the last value of a step line. */
export interface Reading {
  index: number
  value: number
  low: number
  high: number
  /** Whether the line breaks before it. */
  isAfterGap: boolean
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const [skipMark, gapMark] = [' ', '|']

interface ColumnsOf {
  /** The number of decimals that are kept. */
  decimals: number
  isStep: boolean
  /** Whether the line breaks before a bucket. */
  isAfterGap: (bucket: Bucket, before: Bucket) => boolean
}

export function writeColumns(buckets: readonly Bucket[], { decimals, isStep, isAfterGap }: ColumnsOf): string {
  const scale = 10 ** decimals
  let [next, previous] = [0, 0]
  let text = ''
  for (const [order, bucket] of buckets.entries()) {
    const before = buckets[order - 1]
    if (bucket.index > next) text += skipMark + digits(bucket.index - next)
    if (before && isAfterGap(bucket, before)) text += gapMark
    const value = Math.round((isStep ? bucket.last : bucket.mean) * scale)
    text += digits(value - previous)
    text += digits(value - Math.round(bucket.low * scale)) + digits(Math.round(bucket.high * scale) - value)
    previous = value
    next = bucket.index + 1
  }
  return text
}

export function readColumns(text: string, decimals: number): Reading[] {
  const scale = 10 ** decimals
  const readings: Reading[] = []
  let [at, index, previous] = [0, 0, 0]
  const number = () => {
    let [result, shift] = [0, 1]
    for (;;) {
      const digit = alphabet.indexOf(text[at++] ?? 'A')
      result += (digit % 32) * shift
      shift *= 32
      if (digit < 32) return result % 2 === 1 ? -(result - 1) / 2 : result / 2
    }
  }
  while (at < text.length) {
    if (text[at] === skipMark) {
      at += 1
      index += number()
    }
    const isAfterGap = text[at] === gapMark
    if (isAfterGap) at += 1
    const value = previous + number()
    const [below, above] = [number(), number()]
    readings.push({
      index,
      value: value / scale,
      low: (value - below) / scale,
      high: (value + above) / scale,
      isAfterGap,
    })
    previous = value
    index += 1
  }
  return readings
}

/** Writes an integer: the sign in the lowest bit, five bits a character, the sixth where more follow. */
function digits(integer: number): string {
  let rest = integer < 0 ? -2 * integer + 1 : 2 * integer
  let text = ''
  do {
    const digit = rest % 32
    rest = Math.floor(rest / 32)
    text += alphabet[rest > 0 ? digit + 32 : digit]
  } while (rest > 0)
  return text
}
