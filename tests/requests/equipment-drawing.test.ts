/** Drawings of equipment: the values of its points, what is in trouble, and what cannot be read. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

type At = Parameters<typeof href<'equipment'>>[1]

let product: Console
let amelie: Visitor
let customer: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  customer = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/site/inject'))

/** Where a piece of equipment is. */
async function placeOf(key: string): Promise<At> {
  const equipmentId = equipmentIdOf(key)
  const { body } = await product.services.call('site', `GET /equipment/${equipmentId}`, { as: 'amelie' })
  const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  const { siteId, buildingId, spaceId } = body
  return { ...customer, groupId: node('group'), siteId, buildingId, spaceId, equipmentId }
}

const text = (one: { text: string }) => one.text.replace(/\s+/g, ' ').trim()

/** The values of a drawing by the address of their points; the wide and the narrow form have the same. */
function valuesIn(page: Page, form: string): Map<string, string> {
  const links = page.root.querySelectorAll(`.schematic ${form} a`)
  return new Map(links.map((link) => [link.getAttribute('href') ?? '', shownValue(link)]))
}

const shownValue = (link: ReturnType<Page['root']['querySelectorAll']>[number]) =>
  link.querySelector('[data-point]')?.text ?? ''

describe('the page of equipment', () => {
  test('draws the values of the page of points, with the same numbers and units, each once', async () => {
    const at = await placeOf('AHU SCI-01')
    const [page, points] = [await amelie.get(href('equipment', at)), await amelie.get(href('equipmentPoints', at))]
    const table = new Map(
      points.root.querySelectorAll('main tbody tr').flatMap((row) => {
        const link = row.querySelector('td a[href*="/points/"]')
        return link ? [[link.getAttribute('href') ?? '', row.querySelector('.reading bdi')?.text ?? '']] : []
      }) as [string, string][],
    )
    expect(table.size).toBe(24)
    expect([...table.values()]).toContainEqual(expect.stringMatching(/^\d.*\u00a0°C$/))
    expect(valuesIn(page, '.wide')).toEqual(table)
    expect(valuesIn(page, '.narrow')).toEqual(table)
    expect(page.root.querySelectorAll('.schematic .wide a')).toHaveLength(24)
  })

  test('names each value by what it measures, and marks an alarm by a shape and a word', async () => {
    const page = await amelie.get(href('equipment', await placeOf('AHU SCI-01')))
    const nameOf = (link: { getAttribute(name: string): string | undefined }) =>
      (link.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => page.root.getElementById(id)?.text)
    const names = page.root.querySelectorAll('.schematic .wide a').map(nameOf)
    expect(names).toContainEqual(['Supply air temperature', expect.stringMatching(/°C$/)])
    expect(names).toContainEqual(['Air temperature before the heating coil', expect.stringMatching(/°C$/)])
    expect(names).toContainEqual(['Duct static pressure', expect.stringMatching(/Pa$/), 'In alarm'])
    const alarm = page.root.querySelectorAll('.schematic .wide text').find((one) => one.text.includes('In alarm'))
    expect(alarm?.querySelector('.glyph')?.text).toContain('◆')
    expect(page.root.querySelector('.schematic .wide')?.getAttribute('aria-label')).toBe(
      'Drawing of AHU SCI-01, Air handling unit',
    )
  })

  test('has its last day, its alarms and the schedules that write its points', async () => {
    const page = await amelie.get(href('equipment', await placeOf('AHU SCI-01')))
    expect(page.root.querySelectorAll('main td svg.spark').length).toBeGreaterThan(5)
    expect(page.root.querySelectorAll('main a[href*="/alarms/"]').map(text)).toContain(
      'Duct static pressure above high limit',
    )
    expect((await page.follow('Salles de cours')).status).toBe(200)
  })

  test('draws nothing for a role without a point', async () => {
    const page = await amelie.get(href('equipment', await placeOf('VAV SCI-01')))
    const labels = page.root.querySelectorAll('.schematic .wide .label').map(text)
    expect(labels).toContain('Damper')
    expect(labels).not.toContain('Airflow')
    expect(page.root.querySelector('.schematic .wide .probe')).toBeNull()
  })

  test('draws a type without a drawing of its own as cards', async () => {
    const at = await placeOf('FCU ART-01')
    product.services.world.store.run('UPDATE equipment SET type = ? WHERE id = ?', 'Exhaust_Fan', at.equipmentId)
    const page = await amelie.get(href('equipment', at))
    expect(page.root.querySelectorAll('.schematic .cards .label').map(text)).toEqual(['Fan status'])
    product.services.world.store.run('UPDATE equipment SET type = ? WHERE id = ?', 'Teleporter', at.equipmentId)
    const unknown = await amelie.get(href('equipment', at))
    expect(unknown.status).toBe(200)
    expect(unknown.text).toContain('Teleporter')
  })

  test('says of what cannot be read that it is not known, and stays whole', async () => {
    const at = await placeOf('AHU SCI-02')
    const inject = (match: string) =>
      product.services.world.faults.inject('site', { match, kind: 'status', status: 500 })
    inject('GET /devices')
    const page = await amelie.get(href('equipment', at))
    expect(page.status).toBe(200)
    const values = page.root.querySelectorAll('.schematic .wide .value').map(text)
    expect(new Set(values)).toEqual(new Set(['–']))
    expect(page.root.querySelectorAll('.schematic .wide a')).toEqual([])
    expect(page.root.querySelectorAll('.schematic .wide title').map(text)).toContain(
      'Supply air temperature On a controller that cannot be read now',
    )
    inject('POST /points/point-mappings')
    const without = await amelie.get(href('equipment', at))
    expect(without.status).toBe(200)
    expect(without.text).toContain('This part cannot be shown now')
    expect(without.root.querySelector('main .schematic')).toBeNull()
  })
})

test('a space draws its equipment small, with what is in trouble', async () => {
  const { equipmentId: _, ...space } = await placeOf('AHU SCI-01')
  for (const page of [await amelie.get(href('space', space)), await amelie.get(href('spaceEquipment', space))]) {
    const cards = page.root.querySelectorAll('main li:has(.schematic)')
    expect(cards.map((card) => text(card.querySelector('a') ?? card))).toEqual(['AHU SCI-01', 'AHU SCI-02'])
    expect(cards[0]?.querySelectorAll('.label').map(text)).toEqual([
      'Supply air',
      'Fan',
      'Outdoor air',
      'Static pressure',
    ])
    expect(cards[0]?.text).toContain('In alarm')
  }
})

test('the gallery has every drawing, in evaluation mode', async () => {
  const page = await amelie.get(href('drawingGallery', customer))
  expect(page.status).toBe(200)
  expect(page.root.querySelectorAll('main figure.schematic').length).toBeGreaterThan(10)
  expect(page.text).not.toMatch(/NaN|undefined/)
  const unknown = page.root
    .querySelectorAll('main section')
    .filter((section) => section.querySelector('h2')?.text.includes('values not known'))
  const values = unknown.flatMap((section) => section.querySelectorAll('.value, .set').map(text))
  expect(new Set(values)).toEqual(new Set(['–', '→ –']))
})
