/** A console that served a file of tests is like a new one to the next. */
import { afterEach, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { isFull } from '../promises/size'
import { changeForm, englishReader, trailOf } from './on-record'

let product: Console
afterEach(async () => {
  vi.useRealTimers()
  await product.close()
})

test('remembers nobody and nothing, and its services are as they were seeded', async () => {
  product = await startTestConsole()
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  const roles = href('userRoles', { tenantId, userId: userIdOf('hugo.lapointe@boreal.example') })
  const amelie = await englishReader(product, 'amelie')
  const planOf = async (reader: Visitor) =>
    (await reader.get(roles)).submit(changeForm, { fill: { level: 'tenant', tenantRole: 'admin' } })
  const plan = await planOf(amelie)
  await plan.submit(changeForm, { press: '_stage=apply' })
  expect(await trailOf(amelie, tenantId)).not.toEqual([])
  const { origin } = product
  await product.close()

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
  product = await startTestConsole()
  vi.useRealTimers()
  // At full size each file has one of its own.
  if (!isFull) {
    expect(product.origin).toBe(origin)
    expect((await amelie.get(roles)).address).toMatch(/^\/login/)
  }
  const again = await englishReader(product, 'amelie')
  expect(await trailOf(again, tenantId)).toEqual([])
  expect(saysOf(await planOf(again))).toBe(saysOf(plan))
})

/** Without the second it was printed at. */
const saysOf = ({ text }: Page) => text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, '')
