/**
 * Randomness that can be read at any minute, in any order: the same minute always draws the same value (domain §11).
 */

function mix(seed: number): number {
  let state = (seed + 0x6d2b79f5) | 0
  state = Math.imul(state ^ (state >>> 15), state | 1)
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61)
  return (state ^ (state >>> 14)) >>> 0
}

const drawAt = (seed: number, at: number) => mix(mix(seed) ^ Math.imul(at, 0x9e3779b1))
const uint32Range = 4_294_967_296

/** Returns a draw of the normal distribution with mean 0 and deviation 1. */
export function gaussAt(seed: number, minute: number): number {
  const first = drawAt(seed, minute)
  return Math.sqrt(-2 * Math.log((first + 1) / (uint32Range + 1))) * Math.cos((2 * Math.PI * mix(first)) / uint32Range)
}

/** Returns a value in -1..1 without jumps: drawn every `every` minutes and interpolated between. */
export function waveAt(seed: number, minute: number, every: number): number {
  const cell = Math.floor(minute / every)
  const part = minute / every - cell
  const draw = (index: number) => (2 * drawAt(seed, index)) / uint32Range - 1
  return draw(cell) * (1 - part) + draw(cell + 1) * part
}
