/** Where a backend stops counting, every page that says how many says that there are more. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let at: { tenantId: string; customerId: string }
beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

const packageAt = (packageName: string) => href('package', { ...at, packageName })
/** Words of a page that spaces do not matter to. */
const told = (text: string) => text.replace(/\s+/g, ' ')

describe('more than are counted', () => {
  /** More controllers than the services count, each a copy of one that has the package. */
  const many = 10_050
  beforeAll(() => {
    const { store } = product.services.world
    const [one] = store.all<Record<string, string | number | null>>(
      `SELECT device.* FROM device JOIN device_package ON device_id = device.id
       WHERE device.customer_id = ? AND device_package.name = 'trends' LIMIT 1`,
      at.customerId,
    )
    const columns = Object.keys(one ?? {}).filter(
      (column) => !['id', 'host_id', 'name', 'sort_name', 'search_text'].includes(column),
    )
    store.transaction(() => {
      store.run(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO device (id, host_id, name, sort_name, search_text, ${columns.join(', ')})
         SELECT 'copy-' || i, 'COPY-' || i, 'Copy ' || i, 'copy ' || i, 'copy ' || i, ${columns.join(', ')} FROM device, n WHERE id = ?`,
        many,
        one?.id ?? '',
      )
      store.run(
        `INSERT INTO device_package (device_id, tenant_id, customer_id, name, version)
         SELECT device.id, device.tenant_id, device.customer_id, device_package.name, device_package.version
         FROM device JOIN device_package ON device_package.device_id = ? WHERE device.id LIKE 'copy-%'`,
        one?.id ?? '',
      )
    })
  })

  test('is told as more, on the page of a package as in the list that it leads to', async () => {
    const page = await amelie.get(packageAt('trends'))
    expect(told(page.text)).toMatch(/Installed on ?More than 10,000 controllers/)
    expect(told(page.text)).not.toContain('Installed on 10,000')
    const list = await page.follow('More than 10,000 controllers')
    expect(told(list.text)).toContain('More than 10,000 controllers')
    expect(told(list.text)).toContain('50 of more than 10,000')
  })

  test('is told as more by a search, and by a deployment that would reach too many', async () => {
    const found = await amelie.get(href('search', at, { q: 'copy' }))
    expect(told(found.text)).toMatch(/More than [\d,]+ results match/)
    const form = await amelie.get(href('newDeployment', at, { all: 1, package: 'trends' }))
    expect(told(form.text)).toContain('More than 10,000 controllers match. One change reaches at most 1,000')
  })

  test('is told in French too', async () => {
    amelie.setCookie('lng', 'fr')
    const page = await amelie.get(packageAt('trends'))
    amelie.setCookie('lng', 'en')
    expect(told(page.text)).toMatch(/Plus de 10\s000 automates/)
  })
})
