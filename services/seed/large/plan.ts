/** The size of `large`, and the distribution of its controllers (domain §11.3). */
import { prng, seedOf } from '../../kit/deterministic'

export interface Sizes {
  groups: number
  sites: number
  devices: number
  alarms: number
  /** Pieces of equipment with faults. */
  faulty: number
}

export const fullSize: Sizes = { groups: 20, sites: 1_000, devices: 100_000, alarms: 1_000_000, faulty: 1_500 }

/** A controller is about fifteen rows, an alarm two. */
export const deviceWeight = 15
export const alarmWeight = 2

/** Returns the number of rows to write, for the progress. */
export const rowCountOf = ({ devices, alarms }: Sizes) => devices * deviceWeight + alarms * alarmWeight

/** Returns one stream of numbers per concern, all from the word of the seed. */
export const streamsOf = (word: string) => (concern: string) => prng(seedOf(`${word}/large/${concern}`))
export type Streams = ReturnType<typeof streamsOf>

/** The largest site has this share of all controllers, the others a Zipf tail. */
const largestShare = 1 / 40

/** Returns the number of controllers of each site; they add up to `devices`. */
export function devicesPerSite({ sites, devices }: Sizes, random: () => number): number[] {
  const exponent = exponentFor(sites)
  const weights = Array.from({ length: sites }, (_, at) => (at + 1) ** -exponent)
  const sum = weights.reduce((a, b) => a + b, 0)
  let before = 0
  const counts = weights.map((_, at) => {
    const until = Math.round((devices * weights.slice(0, at + 1).reduce((a, b) => a + b, 0)) / sum)
    const count = until - before
    before = until
    return count
  })
  return shuffled(counts, random)
}

/** Bisects until the first of the weights 1, 2^-x, 3^-x, … has its share of their sum. */
function exponentFor(sites: number): number {
  let [low, high] = [0, 2]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    let sum = 0
    for (let at = 1; at <= sites; at++) sum += at ** -middle
    if (1 / sum < largestShare) low = middle
    else high = middle
  }
  return low
}

export function shuffled<Thing>(things: readonly Thing[], random: () => number): Thing[] {
  const mixed = [...things]
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other] as Thing, mixed[at] as Thing]
  }
  return mixed
}

/** Returns a choice by weight; `random` is in [0, 1). */
export function pickWeighted<Thing>(choices: readonly (readonly [Thing, number])[], random: number): Thing {
  let remaining = random * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [thing, weight] of choices) {
    remaining -= weight
    if (remaining < 0) return thing
  }
  const [last] = choices.at(-1) ?? []
  return last as Thing
}
