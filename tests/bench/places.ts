/** The pages that are measured, found by walking as a person would, on either seed. */
import { href } from '../../app/hrefs'
import { estatesCustomer } from '../../services/seed/people'
import type { Page, Visitor } from '../harness/visitor'
import type { Profile } from './product'

export interface Places {
  /** Below the customer: `${customer}/devices` and the like. */
  customer: string
  site: Page
  device: Page
}

const customers: Record<Profile, string> = { demo: 'Université Montcalm', large: estatesCustomer.name }

/** The customer of the most things, the first site of its first group, and a controller in it. */
export async function findPlaces(visitor: Visitor, profile: Profile): Promise<Places> {
  const customer = await (await visitor.get(href('home', {}, { choose: 1 }))).follow(customers[profile])
  const group = await below(visitor, customer, 'groups')
  const site = await below(visitor, group, 'sites')
  for (const building of linksBelow(site, 'buildings')) {
    for (const address of linksBelow(await visitor.get(building), 'spaces')) {
      const [first] = linksBelow(await visitor.get(address), 'devices')
      if (first) return { customer: customer.address, site, device: await visitor.get(first) }
    }
  }
  throw new Error(`no controller found below ${site.address}`)
}

async function below(visitor: Visitor, page: Page, level: string): Promise<Page> {
  const [first] = linksBelow(page, level)
  if (!first) throw new Error(`no ${level} found at ${page.address}`)
  return visitor.get(first)
}

/** Addresses in the page's own part that end at a thing of this level. */
export function linksBelow(page: Page, level: string): string[] {
  const links = page.root.querySelectorAll('main a').map((one) => one.getAttribute('href') ?? '')
  return [...new Set(links)].filter(
    (address) => new RegExp(`/${level}/(?!none|new)[^/?]+$`).test(address) && !page.address.endsWith(address),
  )
}
