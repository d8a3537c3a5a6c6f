/** Pages of two products, visited in turn: what else the machine does then tells on both. */
import type { Visitor } from '../harness/visitor'
import { median } from './report'

const visits = 61

export interface Visited {
  visitor: Visitor
  address: string
}

/** Milliseconds of the middle visit to each, with nothing kept in the browser. */
export async function mediansInTurn(each: readonly Visited[]): Promise<number[]> {
  const times = each.map((): number[] => [])
  for (let visit = -5; visit < visits; visit += 1) {
    for (const [at, { visitor, address }] of each.entries()) {
      const started = performance.now()
      const answer = await visitor.raw('GET', address)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
      if (visit >= 0) times[at]?.push(performance.now() - started)
    }
  }
  return times.map(median)
}
