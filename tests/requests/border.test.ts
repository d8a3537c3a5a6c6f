/** What reaches the services from an address, and what comes back from them when they answer strangely. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { listenUpstream } from '../harness/upstream'
import type { Visitor } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let amelie: Visitor
let laurier: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  laurier = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

describe('an id that no header can carry', () => {
  const strange = ['%F0%9F%98%80', '%E2%80%8B', '%C3%A9%F0%9F%98%80', 'a%20%E2%82%AC', '%7F', '%0D%0Ax', '%C2%85']
  const places = (id: string) => [
    `/tenants/${id}`,
    `/tenants/${laurier.tenantId}/customers/${id}`,
    `/tenants/${laurier.tenantId}/customers/${id}/devices`,
    `/tenants/${laurier.tenantId}/customers/${id}/groups/none/sites/${id}`,
  ]

  test('is refused before anything is asked for it, however often, and everybody goes on reading', async () => {
    const upstream = listenUpstream(product.services)
    const asked = strange.flatMap(places)
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(asked.map((address) => amelie.raw('GET', address)))
      for (const [at, answer] of answers.entries()) {
        await answer.arrayBuffer()
        expect([400, 404], asked[at]).toContain(answer.status)
      }
    }
    const heard = upstream.heard()
    upstream.stop()
    expect(heard.filter(({ headers }) => !/^[\x21-\x7e]*$/.test(String(headers['x-organization'] ?? '')))).toEqual([])
    const page = await amelie.get(href('customerDevices', laurier))
    expect(page.status).toBe(200)
    expect(page.text).toContain('VAV 12-04')
  }, 30_000)
})
