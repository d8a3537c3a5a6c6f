/** Lists and changes where more controllers match than a backend counts (domain §17: 1,000 with words). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let montcalm: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const { world } = product.services
  montcalm = { tenantId: tenantIdOf(world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const columns = world.store
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('device')`)
    .map(({ name }) => name)
    .filter((name) => !['id', 'host_id', 'name', 'sort_name', 'search_text'].includes(name))
    .join(', ')
  world.store.run(
    `INSERT INTO device (id, host_id, name, sort_name, search_text, ${columns})
     SELECT 'many-' || value, '', 'Manifold ' || value, printf('manifold %06d', value), 'manifold ' || value, ${columns}
     FROM device, (WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 1050) SELECT value FROM number) WHERE device.id = (SELECT id FROM device WHERE customer_id = ? LIMIT 1)`,
    montcalm.customerId,
  )
})
afterAll(() => product.close())

test('a list says that there are more, in place of a number, and goes on', async () => {
  const list = await amelie.get(href('customerDevices', montcalm, { q: 'manifold' }))
  expect(list.text).toContain('More than 1,000 controllers')
  expect(list.text).not.toMatch(/of 1,000|all 1,000/)
  const next = await list.follow('Next page')
  expect(next.text).toContain('More than 1,000 controllers')
  expect(next.text).toContain('Manifold 51')
})

test('a list of fewer has its number, and what can be done with all of them', async () => {
  const list = await amelie.get(href('customerDevices', montcalm, { q: 'manifold 1000' }))
  expect(list.text).toMatch(/1 controller /)
  expect(list.text).toContain('Deploy packages to 1 matching…')
})

test('neither a deployment nor a deletion begins on what cannot be counted', async () => {
  for (const name of ['newDeployment', 'devicesDeletion'] as const) {
    const page = await amelie.get(href(name, montcalm, { all: 1, q: 'manifold' }))
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/More than 1,000 controllers match/)
    expect(page.root.querySelector('main form[method=post]')).toBeNull()
  }
})
