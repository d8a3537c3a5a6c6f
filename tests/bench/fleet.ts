/** The pages that list and the tree page with a fleet behind them, beside the same with the demonstration. */
import type { Page, Visitor } from '../harness/visitor'
import { mediansInTurn } from './in-turn'
import type { Places } from './places'
import type { Report } from './report'

/** Large ÷ demo. */
const limit = 1.5

interface Side {
  visitor: Visitor
  places: Places
}

export async function fleet(report: Report, demo: Side, large: Side): Promise<void> {
  // A list is measured at as many rows: the demonstration has five sites, a page of the fleet fifty.
  const pages: [string, (places: Places) => string][] = [
    ['site list, one site of it', ({ customer, site }) => `${customer}/sites?q=${encodeURIComponent(nameOf(site))}`],
    ['controller list', ({ customer }) => `${customer}/devices`],
    ['drift board of a site', ({ site }) => `${addressOf(site)}/configuration`],
    ['drift board of the customer', ({ customer }) => `${customer}/configuration`],
    ['board of network settings', ({ customer }) => `${customer}/network`],
    ['failed network settings', ({ customer }) => `${customer}/network?state=failed`],
    ['ledger of overrides', ({ customer }) => `${customer}/overrides`],
    ['points in alarm', ({ customer }) => `${customer}/points?state=alarm`],
    ['tree page', ({ site }) => site.address],
    ['controller page', ({ device }) => device.address],
  ]
  for (const [name, addressAt] of pages) {
    const sides = [demo, large].map(({ visitor, places }) => ({ visitor, address: addressAt(places) }))
    const [small, big] = (await mediansInTurn(sides)) as [number, number]
    report.say(
      `${name}: demo ${small.toFixed(1)} ms, large ${big.toFixed(1)} ms, ratio ${(big / small).toFixed(2)} (limit ${limit})`,
      big / small > limit,
    )
  }
}

const nameOf = (page: Page) => page.root.querySelector('h1')?.text.trim() ?? ''

const addressOf = (page: Page) => page.address.split('?')[0]
