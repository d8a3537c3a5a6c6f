/** When the files of a run begin. What is seeded for one of these moments is seeded once in a run. */

/** A moment in milliseconds, and what says the day of the seed. */
interface Beginning {
  start: number
  env: { SEED_EPOCH: string }
}

const on = (start: number): Beginning => ({ start, env: { SEED_EPOCH: new Date(start).toISOString().slice(0, 10) } })

/** Noon of a working day; the seed's epoch is 00:00 of the same day. */
export const noon = Date.parse('2026-03-09T12:00:00.000Z')

/** The evening before the days on which clocks change. */
export const eves = {
  back: on(Date.parse('2026-10-31T21:00:00.000Z')),
  forward: on(Date.parse('2026-03-07T21:00:00.000Z')),
}

/** Whether several files begin there. */
export const isShared = (start: number, epoch: string): boolean =>
  [on(noon), eves.back, eves.forward].some((one) => one.start === start && one.env.SEED_EPOCH === epoch)
