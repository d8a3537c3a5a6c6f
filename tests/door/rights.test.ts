import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { forgetRights, loadPerson } from '~/backend/person.server'
import { currentSession } from '~/session/session.server'
import { Browser, startConsole } from './console-process'
import type { TestProvider } from './provider'

let provider: TestProvider
let asked = 0
let answer = () => {}

/** A tenant service that answers who somebody is when the test says so, with their name as of the question. */
const tenantService = createServer((_request, response) => {
  const none = { userPermissions: [], tenantUsers: [], customers: [], customerUserPermissions: [] }
  const body = JSON.stringify({ ...none, tenants: [{ tenantId: 'tenant', name: `answer ${++asked}` }] })
  answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => tenantService.listen(0, '127.0.0.1', resolve))
  process.env.PORT_BASE = String((tenantService.address() as AddressInfo).port - 1)
  provider = await startConsole()
})
afterAll(async () => {
  await provider.close()
  tenantService.close()
})

test('rights that were asked for before they changed are not believed afterwards', async () => {
  const browser = new Browser()
  await browser.signIn(provider)
  const session = await currentSession(browser.request('/'))
  if (!session) throw new Error('not signed in')
  const person = () =>
    loadPerson(session, {
      token: 'token',
      requestId: 'request',
      language: 'en',
      startedAt: Date.now(),
      deadline: Date.now() + 8_000,
    })
  const before = person()
  await vi.waitFor(() => expect(asked).toBe(1))
  forgetRights()
  answer()
  expect((await before).info.tenants[0]?.name).toBe('answer 1')
  const after = person()
  await vi.waitFor(() => expect(asked).toBe(2))
  answer()
  expect((await after).info.tenants[0]?.name).toBe('answer 2')
})
