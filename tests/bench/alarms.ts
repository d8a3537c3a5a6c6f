/** Alarms of a fleet: their list beside that of a customer with a thousand, and acknowledging ten thousand at once. */
import { join } from 'node:path'
import Database from 'libsql'
import { metaFields } from '../../app/change/plan'
import { limitFor } from '../../app/changes'
import { customerIdOf } from '../../services/seed/people'
import type { Page, Visitor } from '../harness/visitor'
import { mediansInTurn } from './in-turn'
import type { Places } from './places'
import { memoryFromNow, memoryMb, type Product } from './product'
import { kilobytes, type Report } from './report'

/** A million ÷ a thousand; how many megabytes more the console may hold at any time of an acknowledgement. */
const limits = { ratio: 1.2, growthMb: 150 }
/** Alarms of the customer that the fleet is held against. */
const few = 1_000
const most = limitFor('alarm.acknowledge')

interface Side {
  product: Product
  visitor: Visitor
  places: Places
}

export async function alarms(report: Report, demo: Side, large: Side): Promise<void> {
  fill(demo.product)
  for (const { visitor } of [demo, large]) visitor.setCookie('lng', 'en')
  const lists = { 'alarm list': '', 'alarms that are over, newest first': '?state=normal&sort=-raisedAt' }
  for (const [name, search] of Object.entries(lists)) {
    const sides = [demo, large].map(({ visitor, places }) => ({
      visitor,
      address: `${places.customer}/alarms${search}`,
    }))
    const [small, big] = (await mediansInTurn(sides)) as [number, number]
    report.say(
      `${name}: of ${few} ${small.toFixed(1)} ms, of 1,000,000 ${big.toFixed(1)} ms, ratio ${(big / small).toFixed(2)} (limit ${limits.ratio})`,
      big / small > limits.ratio,
    )
  }
  await acknowledging(report, large)
}

/** Gives the customer of the demonstration a thousand alarms: those that are over came as often before. */
function fill({ dataDir }: Product): void {
  const store = new Database(join(dataDir, 'services.sqlite'))
  const columns = (store.prepare(`SELECT name FROM pragma_table_info('alarm')`).all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !['id', 'raised_at', 'normal_at'].includes(name))
    .join(', ')
  const customer = customerIdOf('CUS1004')
  store
    .prepare(
      `INSERT INTO alarm (id, raised_at, normal_at, ${columns})
       SELECT printf('b%07d-0000-4000-8000-%012d', value, row_number() OVER ()), raised_at - value * 3600000,
         normal_at - value * 3600000, ${columns}
       FROM alarm, (WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
         SELECT value FROM number)
       WHERE customer_id = ? AND event_state = 'normal'
       LIMIT ? - (SELECT count(*) FROM alarm WHERE customer_id = ?)`,
    )
    .run(few, customer, few, customer)
  store.close()
}

/** All that match, as many as one change reaches or nearly: how long, and that the console's memory stays flat. */
async function acknowledging(report: Report, { product, visitor, places }: Side): Promise<void> {
  const { list, count } = await tenThousand(visitor, places)
  const before = await memoryFromNow(product.console)
  const started = performance.now()
  const plan = await list.submit('main form.choices', {
    fill: { all: '1', [metaFields.reason]: 'Bench' },
    press: 'Acknowledge…',
  })
  const planned = performance.now()
  const done = await plan.submit('main form[method=post]', { press: `${metaFields.stage}=apply` })
  const took = [planned - started, performance.now() - planned].map((ms) => (ms / 1_000).toFixed(1))
  const words = count.toLocaleString('en')
  if (!done.text.includes(`${words} of ${words} done`))
    throw new Error(`the acknowledgement ended with ${done.status}: ${done.text.slice(0, 500)}`)
  const { now, most: peak } = await memoryMb(product.console)
  const growth = peak - before.now
  report.say(
    `acknowledging ${words} alarms in one post, each with its result: plan ${took[0]} s and ${kilobytes(Buffer.byteLength(plan.html))} KB,` +
      ` work ${took[1]} s; console ${before.now.toFixed(0)} MB before, ${now.toFixed(0)} MB after,` +
      ` ${growth.toFixed(0)} MB more at most (limit ${limits.growthMb})`,
    growth > limits.growthMb,
  )
}

/** What waits for somebody, from a day on that leaves no more of it than one change reaches. */
async function tenThousand(visitor: Visitor, { customer }: Places): Promise<{ list: Page; count: number }> {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  let [fewest, longest] = [0, 400]
  let best: { list: Page; count: number } | undefined
  while (longest - fewest > 1) {
    const days = Math.floor((fewest + longest) / 2)
    const list = await visitor.get(`${customer}/alarms?ack=unacknowledged&from=${since(days)}`)
    const words = list.root.querySelector('.list-head h2')?.text ?? ''
    const count = Number(/([\d,]+)/.exec(words)?.[1]?.replace(/,/g, '') ?? 0)
    if (count > most || words.startsWith('More than')) longest = days
    else {
      fewest = days
      best = { list, count }
    }
  }
  if (!best) throw new Error('more alarms wait for somebody than one change reaches, on the last day alone')
  return best
}
