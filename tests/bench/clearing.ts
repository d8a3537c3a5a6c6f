/** The ledger of a fleet, and giving back a thousand points in one post: what it takes, and that the console's memory stays flat. */
import { metaFields } from '../../app/change/plan'
import type { Visitor } from '../harness/visitor'
import type { Places } from './places'
import { memoryFromNow, memoryMb, type Product } from './product'
import { kilobytes, median, type Report } from './report'

/** Megabytes more at any time of it, seconds for plan and work together, and milliseconds of a page of the ledger. */
const limits = { memory: 150, seconds: 30, page: 250 }
/** As many as one clearing reaches. */
const most = 1_000
const visits = 21

/** What the ledger is narrowed by, of which one leaves nearly a thousand. */
const filters = [
  '',
  ...['end=endless', 'end=timed', 'level=8', 'by=me', 'age=7', 'age=30', 'level=8&end=timed&by=me'],
  ...['damper', 'reheat', 'cooling', 'heating', 'airflow', 'speed', 'zone', 'discharge'].map((word) => `q=${word}`),
]

export async function clearing(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: Places },
): Promise<void> {
  visitor.setCookie('lng', 'en')
  const ledger = `${places.customer}/overrides`
  let best = { filter: '', count: 0 }
  for (const filter of filters) {
    const times: number[] = []
    let count = 0
    for (let visit = 0; visit < visits; visit += 1) {
      const started = performance.now()
      const page = await visitor.get(`${ledger}?${filter}`)
      times.push(performance.now() - started)
      count = Number(/([\d,]+) overrides/.exec(page.text)?.[1]?.replace(/,/g, '') ?? 0)
    }
    const took = median(times)
    const name = filter ? `ledger of ${filter}` : 'ledger of everything'
    report.say(`${name}: ${count} held, ${took.toFixed(0)} ms (limit ${limits.page})`, took > limits.page)
    if (count <= most && count > best.count) best = { filter, count }
  }
  const before = await memoryFromNow(product.console)
  const started = performance.now()
  const plan = await visitor.get(`${ledger}/clearing?all=1&${best.filter}`)
  const planned = performance.now()
  const done = await plan.submit('main form[method=post]', {
    press: `${metaFields.stage}=apply`,
    fill: { [metaFields.reason]: 'Bench' },
  })
  const ended = performance.now()
  if (done.status !== 200 || !done.text.includes(`of ${best.count} done`))
    throw new Error(`the clearing ended with ${done.text}`)
  const { now, most: atMost } = await memoryMb(product.console)
  const grown = atMost - before.now
  const seconds = (ended - started) / 1_000
  report.say(
    `clearing ${best.count} overrides in one post: plan ${((planned - started) / 1_000).toFixed(1)} s and` +
      ` ${kilobytes(Buffer.byteLength(plan.html))} KB, work ${((ended - planned) / 1_000).toFixed(1)} s (limit ${limits.seconds}` +
      ` together); console ${before.now.toFixed(0)} MB before, ${now.toFixed(0)} MB after, ${grown.toFixed(0)} MB more at most` +
      ` (limit ${limits.memory})`,
    grown > limits.memory || seconds > limits.seconds,
  )
}
