/** Processor time of pages of several programs, visited in turn: what else the machine does then tells on all of them. */
import type { ChildProcess } from 'node:child_process'
import { Agent, request } from 'undici'
import { cpuMs } from './product'
import { median } from './report'

export interface Visited {
  url: string
  headers: Record<string, string>
  server: ChildProcess
}

const connections = 8
const viewsPerRound = 200
/** How far two rounds of a warm program may lie apart. */
const agreement = 0.05
const rounds = { toWarm: 20, measured: 7 }

export interface Costs {
  /** ms of each page, the median of the measured rounds. */
  costs: number[]
  /** Rounds until each of them agreed with the one before; null where they never did. */
  warmRounds: number | null
}

/** Visits each in rounds until two agree, then measures. */
export async function costsInTurn(each: readonly Visited[]): Promise<Costs> {
  const agent = new Agent({ connections })
  const last = each.map(() => Number.NaN)
  let warmRounds: number | null = null
  for (let round = 1; round <= rounds.toWarm && warmRounds === null; round += 1) {
    let agree = true
    for (const [at, one] of each.entries()) {
      const cost = await costOfRound(agent, one)
      agree &&= Math.abs(cost / (last[at] ?? Number.NaN) - 1) <= agreement
      last[at] = cost
    }
    if (agree) warmRounds = round
  }
  const costs = each.map((): number[] => [])
  for (let round = 0; round < rounds.measured; round += 1)
    for (const [at, one] of each.entries()) costs[at]?.push(await costOfRound(agent, one))
  await agent.close()
  return { costs: costs.map(median), warmRounds }
}

async function costOfRound(dispatcher: Agent, { url, headers, server }: Visited): Promise<number> {
  let left = viewsPerRound
  const before = await cpuMs(server)
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1
        const answer = await request(url, { dispatcher, headers })
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
        await answer.body.dump({ limit: 50_000_000 })
      }
    }),
  )
  return ((await cpuMs(server)) - before) / viewsPerRound
}
