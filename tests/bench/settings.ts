/** Network settings saved for nearly a thousand controllers and sent to them with one post: what that takes of whom. */
import { metaFields } from '../../app/change/plan'
import { applyAndSend } from '../../app/features/configuration/stages'
import type { Page, Visitor } from '../harness/visitor'
import type { Places } from './places'
import { cpuMs, memoryFromNow, memoryMb, type Product } from './product'
import { kilobytes, type Report } from './report'

/** How many megabytes more the console may hold at any time of it. */
const limit = 150
/** As many as one change reaches, or nearly. */
const wanted = { fewest: 800, most: 1_000 }

export async function settings(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: Places },
): Promise<void> {
  visitor.setCookie('lng', 'en')
  const { q, count } = await thousand(visitor, places)
  const form = await visitor.get(`${places.customer}/network/settings?all=1&q=${encodeURIComponent(q)}`)
  const before = await memoryFromNow(product.console)
  const spent = () => Promise.all([product.console, product.backend].map(cpuMs))
  const [own = 0, theirs = 0] = await spent()
  const started = performance.now()
  const plan = await form.submit('main form[method=post]', {
    fill: { 'primary.secondaryDns': '10.99.99.99', 'keep.primary.secondaryDns': null },
  })
  const planned = performance.now()
  const board = await plan.submit('main form[method=post]', {
    press: `${metaFields.stage}=${applyAndSend}`,
  })
  const took = [planned - started, performance.now() - planned].map((ms) => (ms / 1_000).toFixed(1))
  const [ownNow = 0, theirsNow = 0] = await spent()
  if (!board.address.includes('change=')) throw new Error(`saving and sending ended with ${board.text.slice(0, 500)}`)
  const { now, most } = await memoryMb(product.console)
  const grown = most - before.now
  const [console, backend] = [ownNow - own, theirsNow - theirs]
  report.say(
    `settings of ${count} controllers saved and sent with one post: plan ${took[0]} s and` +
      ` ${kilobytes(Buffer.byteLength(plan.html))} KB, work ${took[1]} s; console ${before.now.toFixed(0)} MB before,` +
      ` ${now.toFixed(0)} MB after, ${grown.toFixed(0)} MB more at most (limit ${limit}); CPU of the console` +
      ` ${(console / 1_000).toFixed(1)} s, ${((console / backend) * 100).toFixed(0)} % of the services'` +
      ` ${(backend / 1_000).toFixed(1)} s`,
    grown > limit,
  )
}

/** Words that nearly a thousand controllers of the customer hold: the name of a model. */
async function thousand(visitor: Visitor, { customer }: Places): Promise<{ q: string; count: number }> {
  const list = await visitor.get(`${customer}/devices`)
  const models = list.root.querySelectorAll('select[name=productId] option').map((one) => one.text.trim())
  let best = { q: '', count: 0 }
  for (const q of models.slice(1)) {
    const count = countOn(await visitor.get(`${customer}/network?q=${encodeURIComponent(q)}`))
    if (count <= wanted.most && count > best.count) best = { q, count }
    if (best.count >= wanted.fewest) return best
  }
  return best
}

/** How many match, as the ticks for all of them say it; 0 where they are not offered. */
function countOn(board: Page): number {
  return Number(/Select all ([\d,]+) matching controllers/.exec(board.text)?.[1]?.replace(/,/g, '') ?? 0)
}
