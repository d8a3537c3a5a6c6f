/** A holiday for about a thousand schedules of a site group: what it takes, how many calls wait for one another, and memory. */
import { metaFields } from '../../app/change/plan'
import type { Visitor } from '../harness/visitor'
import { linksBelow, type Places } from './places'
import { memoryFromNow, memoryMb, type Product } from './product'
import { kilobytes, type Report } from './report'

const form = 'main form[method=post]'
/** Megabytes more that the console may hold at any time of it, and calls of the day that may wait for one another. */
const limits = { grownMb: 150, chain: 2 }
const addedMs = 300
/** As many schedules as one change reaches. */
const most = 1_000

export async function holiday(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: Places },
): Promise<void> {
  visitor.setCookie('lng', 'en')
  const { schedules, count } = await largestGroup(visitor, places)
  const asked = await visitor.get(`${schedules}/exceptions`)
  const before = await memoryFromNow(product.console)
  const started = performance.now()
  const fill = { name: 'Bench', type: 'date', date: '*-11-11', priority: '10', like: 'closed' }
  const plan = await asked.submit(form, { fill })
  const planned = performance.now()
  const day = await plan.submit(form, { press: `${metaFields.stage}=apply`, fill: { [metaFields.reason]: 'Bench' } })
  const took = [planned - started, performance.now() - planned].map((ms) => (ms / 1_000).toFixed(1))
  if (!day.text.includes(`${count.toLocaleString('en')} keep “Bench”`)) throw new Error(`it ended with ${day.text}`)
  const { now, most: highest } = await memoryMb(product.console)
  const grown = highest - before.now
  report.say(
    `a holiday for ${count} schedules: plan ${took[0]} s and ${kilobytes(Buffer.byteLength(plan.html))} KB, work and day` +
      ` ${took[1]} s; console ${before.now.toFixed(0)} MB before, ${now.toFixed(0)} MB after,` +
      ` ${grown.toFixed(0)} MB more at most (limit ${limits.grownMb})`,
    grown > limits.grownMb,
  )
  for (const [name, address] of [
    ['a site group', day.address],
    ['the customer', `${places.customer}/schedules/day?date=2026-11-11`],
  ] as const) {
    const [quick, slow, slower] = [await timeWith(null), await timeWith(addedMs), await timeWith(addedMs * 2)]
    const chain = Math.round((slower - slow) / addedMs)
    report.say(
      `the day of ${name}: ${quick.toFixed(0)} ms; chain of ${chain} calls of documents (limit ${limits.chain})`,
      chain > limits.chain,
    )

    async function timeWith(delayMs: number | null): Promise<number> {
      await product.delayReads(delayMs, ['operations'])
      const times: number[] = []
      for (let visit = 0; visit < 6; visit += 1) {
        const begun = performance.now()
        await (await visitor.raw('GET', address)).arrayBuffer()
        if (visit > 0) times.push(performance.now() - begun)
      }
      await product.delayReads(null, ['operations'])
      // The quickest is the least disturbed by what else the machine does.
      return Math.min(...times)
    }
  }
}

/** The group with the most schedules that one change still reaches. */
async function largestGroup(visitor: Visitor, { customer }: Places): Promise<{ schedules: string; count: number }> {
  const groups = linksBelow(await visitor.get(customer), 'groups')
  let best = { schedules: '', count: 0 }
  let told = ''
  for (const group of groups) {
    const schedules = `${group}/schedules`
    const { text } = await visitor.get(schedules)
    told = text
    const count = Number(/([\d,]+) schedules/.exec(text)?.[1]?.replace(/,/g, '') ?? 0)
    if (count <= most && count > best.count) best = { schedules, count }
  }
  if (best.count === 0) throw new Error(`no group of ${groups.length} has so few schedules: ${told.slice(0, 500)}`)
  return best
}
