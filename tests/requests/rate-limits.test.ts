/** A service that has had enough says for how long: a page, a file, a form and data pass that on, and nothing is lost. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type ChangingProxy, startChangingProxy } from '../harness/changing-proxy'
import { type Console, startTestConsole } from '../harness/console'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

let proxy: ChangingProxy
let product: Console
let amelie: Visitor
let laurier: { tenantId: string; customerId: string }

beforeAll(async () => {
  proxy = await startChangingProxy()
  product = await startTestConsole({ env: proxy.env })
  proxy.lead(product.services.origin)
  amelie = await englishReader(product, 'amelie')
  laurier = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1001') }
})
afterAll(async () => {
  await product.close()
  await proxy.close()
})
afterEach(() => {
  proxy.change = null
})

/** Answers calls with 429 as a gateway does, or as the services do with their code. */
function refuse(calls: RegExp, retryAfter: string, errorCode?: number): void {
  proxy.change = ({ method, url }) =>
    calls.test(`${method} ${url}`)
      ? {
          status: 429,
          headers: { 'content-type': 'application/json', 'retry-after': retryAfter },
          body: Buffer.from(JSON.stringify(errorCode ? { errorCode } : { message: 'slow down' })),
        }
      : undefined
}

const deviceReads = /GET .*\/x\/devices\?/

// Seen to fail: with the time that the service named kept from the page and its headers.
describe('a service that asks to wait', () => {
  test.each([
    ['en', '120', 'There were more requests than can be answered at once', 'The service asks to wait 120 seconds.'],
    [
      'fr',
      '600',
      'Il y a eu plus de demandes que ce qui peut être traité',
      'Le service demande d’attendre 10 minutes.',
    ],
  ])('is passed on by a page and a file (%s)', async (language, seconds, happened, wait) => {
    const visitor = await product.signedIn('amelie')
    visitor.setCookie('lng', language)
    refuse(deviceReads, seconds)
    const page = await visitor.get(href('customerDevices', laurier))
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, seconds])
    expect(page.text).toContain(happened)
    expect(page.text).toContain(wait)
    const file = await visitor.raw('GET', href('customerDevicesCsv', laurier), { headers: { accept: 'text/csv' } })
    expect([file.status, file.headers.get('retry-after')]).toEqual([429, seconds])
  })

  test('does not end a page that refreshes itself', async () => {
    refuse(deviceReads, '30')
    const address = href('customerDevices', laurier)
    const asked = await amelie.get(`${address}?auto=10`)
    expect([asked.status, asked.headers.get('refresh')]).toEqual([429, '30'])
    expect(asked.text).toContain('This page tries again by itself')
    expect((await amelie.get(address)).headers.get('refresh')).toBeNull()
  })

  test('for a second is waited for', async () => {
    refuse(deviceReads, '1')
    const { change } = proxy
    let refusals = 0
    proxy.change = (answered) => {
      if (refusals > 0) return undefined
      const refused = change?.(answered)
      if (refused) refusals += 1
      return refused
    }
    expect((await amelie.get(href('customerDevices', laurier))).status).toBe(200)
    expect(refusals).toBe(1)
  })

  test('keeps a form as it was filled in, and says when to send it again', async () => {
    const seen = await watch(product, amelie)
    const form = await amelie.get(href('customerSettings', laurier))
    refuse(/PUT .*\/customers\//, '90', 4011)
    const refused = await form.submit(changeForm, { fill: { name: 'Later' } })
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('Too many requests at once. Wait a moment. The service asks to wait 90 seconds.')
    expect(refused.root.querySelector('[name=name]')?.getAttribute('value')).toBe('Later')
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome refused'])
  })

  test('without a code of its own is no service that refuses without saying why', async () => {
    const device = await amelie.get(href('deviceById', { ...laurier, deviceId: deviceIdOf('story-1') }))
    refuse(/GET .*\/tunnels/, '30')
    const page = await amelie.get(`${device.address.split('?')[0]}/tunnels`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Too many requests at once. Wait a moment. The service asks to wait 30 seconds.')
    expect(page.text).not.toContain('refused this without saying why')
  })
})
