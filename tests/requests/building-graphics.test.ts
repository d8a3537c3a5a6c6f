/** A building: its equipment drawn by space with values and alarms, the screens of its site, and its own overrides. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let building: Record<'tenantId' | 'customerId' | 'groupId' | 'siteId' | 'buildingId', string>

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  building = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: seedId('building', '41-1'),
  }
})
afterAll(() => product.close())

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim()
const sectionsOf = ({ root }: Page) =>
  root.querySelectorAll('main section').map((section) => ({
    title: wordsOf(section.querySelector('h2')?.text ?? ''),
    drawings: section.querySelectorAll('svg[role="group"], [role="group"]').length,
    links: section.querySelectorAll('a').map((link) => (link.getAttribute('href') ?? '').replaceAll('&amp;', '&')),
    text: wordsOf(section.text),
  }))

describe('the graphics of a building', () => {
  test('draw all of its equipment by space, each value a link, with what is in alarm', async () => {
    const page = await amelie.get(href('buildingDesigner', building))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Graphics of Pavillon des Sciences')
    const sections = sectionsOf(page)
    expect(sections.map(({ title }) => title)).toEqual([
      ...['Étage 1', 'Étage 2 / Aile est', 'Étage 2 / Aile ouest', 'Étage 3', 'Toiture'],
      'Screens of the site',
    ])
    const { store } = product.services.world
    const equipment = store.all<{ id: string; name: string }>(
      'SELECT id, name FROM equipment WHERE building_id = ?',
      building.buildingId,
    )
    for (const { id, name } of equipment) {
      expect(page.text, name).toContain(name)
      expect(
        page.root.querySelectorAll('main a').some((link) => link.getAttribute('href')?.endsWith(`/equipment/${id}`)),
        name,
      ).toBe(true)
    }
    const roof = sections.find(({ title }) => title === 'Toiture')
    expect(roof?.text).toContain('In alarm')
    expect(roof?.links.some((link) => /\/devices\/[^/]+\/points\/[^/]+$/.test(link))).toBe(true)
  })

  test('are not called live where not all controllers can be followed', async () => {
    const page = await amelie.get(href('buildingDesigner', building))
    expect(page.root.querySelector('[data-live]')).toBeNull()
    expect(page.text).toContain('Refresh every')
  })

  test('stay whole without the equipment, and say so', async () => {
    const { faults } = product.services.world
    faults.inject('site', { match: 'GET /x/equipment', kind: 'status', status: 503 })
    try {
      // What was read before is shown again with its time: this one was not.
      const page = await amelie.get(href('buildingDesigner', { ...building, buildingId: seedId('building', '41-2') }))
      expect(page.status).toBe(200)
      expect(page.text).toContain('Screens of the site')
      expect(page.root.querySelectorAll('main [role="group"]')).toHaveLength(0)
      expect(page.text).not.toContain('No equipment of this building has points')
    } finally {
      faults.clear()
    }
  })

  test('are a tab of the building, and not found where there is none', async () => {
    const page = await amelie.get(href('building', building))
    expect(page.root.querySelectorAll('main nav a').map(({ text }) => wordsOf(text))).toContain('Graphics')
    const missing = await amelie.get(href('buildingDesigner', { ...building, buildingId: seedId('building', '-') }))
    expect(missing.status).toBe(404)
  })
})

test('the overrides of a building are those of its controllers, and all of them are released from there', async () => {
  const { store } = product.services.world
  const own = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM point_command c JOIN device d ON d.id = c.device_id
     WHERE d.building_id = ? AND c.level < 16`,
    building.buildingId,
  )?.n
  expect(own).toBeGreaterThan(0)
  const page = await amelie.get(href('buildingOverrides', building))
  expect(page.status).toBe(200)
  expect(page.root.querySelectorAll('main tbody tr')).toHaveLength(own ?? 0)
  const release = page.root.querySelectorAll('main a').find(({ text }) => /^\s*Release (all|1)/.test(text))
  const plan = await amelie.get((release?.getAttribute('href') ?? '').replaceAll('&amp;', '&'))
  expect(plan.text).toMatch(new RegExp(`\\b${own} (overrides|points)`))
})
