/** A deployment to a thousand controllers in one post: what it takes, and that the console's memory stays flat. */
import { metaFields } from '../../app/change/plan'
import type { Page, Visitor } from '../harness/visitor'
import type { Places } from './places'
import { memoryFromNow, memoryMb, type Product } from './product'
import { kilobytes, type Report } from './report'

/** How many megabytes more the console may hold at any time of it. */
const limit = 150
/** As many as one deployment reaches, or nearly. */
const wanted = { fewest: 900, most: 1_000 }

export async function rollout(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: Places },
): Promise<void> {
  visitor.setCookie('lng', 'en')
  const { filter, count } = await thousand(visitor, places)
  const form = await visitor.get(`${places.customer}/deployments/new?all=1&${filter}`)
  const before = await memoryFromNow(product.console)
  const started = performance.now()
  const plan = await form.submit('main form[method=post]', { fill: newestOf(form) })
  const planned = performance.now()
  const done = await plan.submit('main form[method=post]', {
    press: `${metaFields.stage}=apply`,
    fill: { [metaFields.reason]: 'Bench' },
  })
  const took = [planned - started, performance.now() - planned].map((ms) => (ms / 1_000).toFixed(1))
  if (done.status !== 200 || done.passed.length === 0) throw new Error(`the deployment ended with ${done.text}`)
  const { now, most } = await memoryMb(product.console)
  const [grown, planBytes] = [most - before.now, Buffer.byteLength(plan.html)]
  report.say(
    `deployment to ${count} controllers in one post: plan ${took[0]} s and ${kilobytes(planBytes)} KB,` +
      ` work ${took[1]} s; console ${before.now.toFixed(0)} MB before, ${now.toFixed(0)} MB after,` +
      ` ${grown.toFixed(0)} MB more at most (limit ${limit})`,
    grown > limit,
  )
}

/** A model of which the customer has about a thousand. */
async function thousand(visitor: Visitor, { customer }: Places): Promise<{ filter: string; count: number }> {
  const list = await visitor.get(`${customer}/devices`)
  const models = list.root.querySelectorAll('select[name=productId] option').map((one) => one.getAttribute('value'))
  let best = { filter: '', count: 0 }
  for (const model of models.filter(Boolean)) {
    const filter = `productId=${model}`
    const found = /([\d,]+) controllers/.exec((await visitor.get(`${customer}/devices?${filter}`)).text)
    const count = Number(found?.[1]?.replace(/,/g, '') ?? 0)
    if (count <= wanted.most && count > best.count) best = { filter, count }
    if (best.count >= wanted.fewest) break
  }
  return best
}

/** The newest version of every package that is offered. */
function newestOf(form: Page): Record<string, string> {
  const selects = form.root.querySelectorAll('main form[method=post] select[name^="wish"]')
  return Object.fromEntries(
    selects.map((select) => {
      const [, newest] = select.querySelectorAll('option')
      return [select.getAttribute('name') ?? '', newest?.getAttribute('value') ?? '']
    }),
  )
}
