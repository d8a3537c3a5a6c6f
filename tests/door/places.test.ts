/** Whose request is begun next while many wait, and how many of one sender, or of those that go first, are at work. */
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { FairQueue } from '../../app/door/fair-queue'
import { FirstLane } from '../../app/door/first-lane'
import { HttpError } from '../../app/door/http-error'

let places: FairQueue

/** Asks for so many places at once; what became of each is added to `told`. */
function ask(who: string, count: number, told: string[], leaves: (() => void)[] = []): Promise<void>[] {
  return Array.from({ length: count }, async () => {
    try {
      const leave = await places.acquire(who, () => false)
      told.push(who)
      leaves.push(leave)
    } catch (error) {
      told.push(error instanceof HttpError ? `${who} ${error.reason}` : String(error))
    }
  })
}

describe('places at work', () => {
  afterEach(() => places.close())

  test('are given in turns to all who ask, however many one of them asks for', async () => {
    places = new FairQueue()
    const told: string[] = []
    const leaves: (() => void)[] = []
    const asked = [...ask('many', 60, told, leaves), ...ask('one', 1, told, leaves), ...ask('two', 2, told, leaves)]
    while (told.length < asked.length) {
      for (const leave of leaves.splice(0)) leave()
      await turn()
    }
    expect(told.slice(0, 5)).toEqual(['many', 'one', 'two', 'many', 'two'])
    expect(told.filter((who) => who === 'many')).toHaveLength(60)
  })

  test('are at most half for one sender, so that the next who comes has one at once', async () => {
    places = new FairQueue()
    const told: string[] = []
    ask('many', 60, told)
    for (let turns = 0; turns < 20; turns += 1) await turn()
    expect(told).toHaveLength(8)
    ask('one', 1, told)
    for (let turns = 0; turns < 2; turns += 1) await turn()
    expect(told.at(-1)).toBe('one')
  })

  test('are waited for by whoever comes where one sender has filled the waiting room', async () => {
    places = new FairQueue()
    const told: string[] = []
    ask('many', 400, told)
    ask('one', 3, told)
    for (let turns = 0; turns < 4; turns += 1) await turn()
    expect(told.filter((who) => who === 'one')).toHaveLength(3)
    expect(told).toContain('many busy')
    expect(told).not.toContain('one busy')
  })
})

test('whoever goes first waits for those before them only, and nobody is refused', async () => {
  const lane = new FirstLane(2)
  const begun: number[] = []
  const leaves: (() => void)[] = []
  Array.from({ length: 600 }, async (_, place) => {
    leaves.push(await lane.acquire())
    begun.push(place)
  })
  await turn()
  expect(begun).toEqual([0, 1])
  while (leaves.length > 0) {
    const leave = leaves.shift()
    leave?.()
    leave?.()
    await turn()
    expect(leaves.length).toBeLessThanOrEqual(2)
  }
  expect(begun).toEqual(Array.from({ length: 600 }, (_, place) => place))
})
