/**
 * `npm run bench`: the production build's pages, each subject in a file of its own beside this one. Prints figures
 * and the limit each is held against; exit 1 when one is over. `DATA_DIR_LARGE` names a folder with a built store of
 * `large`, which is copied; without it one is built first, in some minutes. `BENCH_PORT` is the first of 151 ports. `BENCH_ONLY=demo` leaves the fleet out; `cost`, `pages`, `memory`,
 * `trail`, `fleet`, `growth`, `alarms` and `holiday` leave out all but what the list costs, what every page costs and asks, what is held after many, a long trail, the
 * fleet, what it adds to every page, its alarms, and a holiday there.
 */
import { alarms } from './alarms'
import { clearing } from './clearing'
import { criticalPath } from './critical-path'
import { everyPage } from './every-page'
import { fleet } from './fleet'
import { growth } from './growth'
import { holiday } from './holiday'
import { memory } from './memory'
import { pageCost } from './page-cost'
import { findPlaces } from './places'
import { type Product, startProduct } from './product'
import { startRecorder } from './recorder'
import { Report } from './report'
import { rollout } from './rollout'
import { settings } from './settings'
import { throughput } from './throughput'
import { trail } from './trail'
import { graphics, upload } from './upload'
import { journey8, scripts, tree } from './weight'

const only = process.env.BENCH_ONLY
const port = Number(process.env.BENCH_PORT ?? 3900)
const report = new Report()
const started: Product[] = []

try {
  const demo = await visited('demo', port)
  if (only === undefined || only === 'demo' || only === 'cost' || only === 'pages') {
    const recorder = await startRecorder(demo.product, port + 61)
    if (only !== 'pages') await pageCost(report, { ...demo, recorder, port: port + 60 })
    if (only !== 'cost') await everyPage(report, { ...demo, recorder })
    await recorder.close()
  }
  if (only === undefined || only === 'demo') {
    const pages = { site: demo.places.site, device: demo.places.device }
    await throughput(report, { ...demo, pages, port: port + 50 })
    await criticalPath(report, { ...demo, pages })
    await scripts(report, demo.visitor, demo.places)
    tree(report, 'demo', demo.places)
    await journey8(report, demo.product.origin, demo.places)
    await upload(report, demo)
    await graphics(report, demo)
  }
  if (only === undefined || only === 'memory') {
    const fresh = await visited('demo', port + 40)
    await memory(report, fresh)
  }
  if (only === undefined || only === 'trail') await trail(report, demo)
  if (only === undefined || ['fleet', 'growth', 'alarms', 'holiday'].includes(only)) {
    const large = await visited('large', port + 20)
    if (only === undefined || only === 'growth') await growth(report, demo, { ...large, port: port + 62 })
    if (only === undefined || only === 'fleet') {
      tree(report, 'large', large.places)
      await fleet(report, demo, large)
      await rollout(report, large)
      await settings(report, large)
      await clearing(report, large)
    }
    if (only !== 'alarms' && only !== 'growth') await holiday(report, large)
    if (only !== 'holiday' && only !== 'growth') await alarms(report, demo, large)
  }
} finally {
  for (const product of started) await product.close()
}
process.exitCode = report.exitCode

/** Starts the product on a seed and walks to the pages that are measured. */
async function visited(profile: 'demo' | 'large', at: number) {
  const product = await startProduct(profile, at)
  started.push(product)
  const visitor = await product.signedIn('amelie')
  return { product, visitor, places: await findPlaces(visitor, profile) }
}
