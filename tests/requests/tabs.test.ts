/** The tabs of places and things: one order everywhere, none missing, and the menu stays with the thing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { PathName } from '../../app/paths'
import { pageAt, type ViewLevel, viewNames, views } from '../../app/views'
import { seedId } from '../../services/kit/deterministic'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
})
afterAll(() => product.close())

/** What stands in a line of tabs, in its order; the names of a menu follow its word. */
const order = [
  'Overview',
  'Alarms',
  'Faults',
  'Overrides',
  'Controllers',
  'Equipment',
  'Points',
  'Schedules',
  'Configuration',
  'Packages',
  'Service',
  'Graphics',
]

/** The menu entry of every page of a thing. */
const entries = {
  group: 'Sites',
  site: 'Sites',
  building: 'Sites',
  space: 'Sites',
  device: 'Controllers',
  equipment: 'Equipment',
} as const satisfies Partial<Record<ViewLevel, string>>

const tabLine = (page: Page) => page.root.querySelector('main header .tab-line')
/** The word of a tab alone: a menu with the current tab names it as well. */
const wordsOf = (page: Page) =>
  (tabLine(page)?.querySelectorAll('.tabs > li') ?? []).map(
    (tab) => (tab.querySelector('summary') ?? tab).text.trim().replace(/:.*$/, '').trim() || tab.text.trim(),
  )
const linksOf = (page: Page) => (tabLine(page)?.querySelectorAll('a') ?? []).map((link) => link.getAttribute('href'))

test('are in one order at every level, the same on every page of a thing, and never change the menu', async () => {
  const at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: seedId('building', '41-1'),
    spaceId: seedId('space', '41-1-1'),
    deviceId: deviceIdOf('montcalm-SCI-ECYVAV-1'),
    equipmentId: equipmentIdOf('VAV SCI-01'),
  }
  for (const [level, entry] of Object.entries(entries) as [keyof typeof entries, string][]) {
    const isAlone = (name: (typeof viewNames)[number]) => {
      const { within } = views[name]
      return !within || !pageAt(within as (typeof viewNames)[number], level)
    }
    const addressOf = (page: PathName) => href(page, at as never)
    const own = viewNames.flatMap((name) => {
      const page = pageAt(name, level)
      return page && isAlone(name) ? [{ name, address: addressOf(page) }] : []
    })
    const first = await amelie.get(
      addressOf(pageAt(level === 'device' || level === 'equipment' ? level : 'place', level) as PathName),
    )
    const words = wordsOf(first)
    expect(words[0], level).toBe('Overview')
    const places = words.map((word) => order.indexOf(word))
    expect(places, `${level}: ${words}`).not.toContain(-1)
    expect(places, `${level}: ${words}`).toEqual(places.toSorted((one, other) => one - other))
    // The one view that a site may lack is that of its drawings.
    const links = linksOf(first)
    const missing = own.filter(({ address }) => !links.includes(address)).map(({ name }) => name)
    expect(
      missing.filter((name) => name !== 'designer'),
      level,
    ).toEqual([])
    for (const address of links) {
      const page = await amelie.get(address ?? '')
      expect(page.root.querySelector('#navigation [aria-current=page]')?.text.trim(), address).toBe(entry)
      expect(wordsOf(page), address).toEqual(words)
      expect(
        tabLine(page)
          ?.querySelectorAll('[aria-current=page]')
          .map((link) => link.getAttribute('href')),
      ).toEqual([address])
    }
  }
}, 60_000)
