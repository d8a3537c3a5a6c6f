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
/** How far two rounds of warm programs may lie apart. */
const agreement = 0.05
const rounds = { toWarm: 30, measured: 9 }

export interface Comparison {
  /** ms of a page of each, the median of the measured rounds. */
  costs: [number, number]
  /** How many times the second the first costs: the median of what the rounds say. */
  times: number
  /** Rounds until two agreed; null where they never did. */
  warmRounds: number | null
}

/** Visits both in rounds until two of each agree, then measures. */
export async function compareCosts(one: Visited, other: Visited): Promise<Comparison> {
  const agent = new Agent({ connections })
  const both = async () => [await costOf(agent, one, viewsPerRound), await costOf(agent, other, viewsPerRound)] as const
  let warmRounds: number | null = null
  let last = await both()
  for (let round = 2; round <= rounds.toWarm && warmRounds === null; round += 1) {
    const now = await both()
    if (now.every((cost, at) => Math.abs(cost / (last[at] ?? Number.NaN) - 1) <= agreement)) warmRounds = round
    last = now
  }
  const measured: (readonly [number, number])[] = []
  for (let round = 0; round < rounds.measured; round += 1) measured.push(await both())
  await agent.close()
  return {
    costs: [median(measured.map(([cost]) => cost)), median(measured.map(([, cost]) => cost))],
    times: median(measured.map(([cost, least]) => cost / least)),
    warmRounds,
  }
}

/** ms of one page in each of some rounds, after views that are not counted. */
export async function roundsOf(
  page: Visited,
  { warm, rounds, views }: { warm: number; rounds: number; views: number },
): Promise<number[]> {
  const agent = new Agent({ connections })
  const costs: number[] = []
  await costOf(agent, page, warm)
  for (let round = 0; round < rounds; round += 1) costs.push(await costOf(agent, page, views))
  await agent.close()
  return costs
}

async function costOf(dispatcher: Agent, page: Visited, views: number): Promise<number> {
  const before = await cpuMs(page.server)
  await visit(dispatcher, page, { views, connections })
  return ((await cpuMs(page.server)) - before) / views
}

/** Reads a page so many times, over so many connections at once. Throws where one is not answered with 200. */
export async function visit(
  dispatcher: Agent,
  { url, headers }: Pick<Visited, 'url' | 'headers'>,
  { views, connections }: { views: number; connections: number },
): Promise<void> {
  let left = views
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
}
