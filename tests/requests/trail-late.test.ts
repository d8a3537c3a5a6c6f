/** What arrives late, and clocks that differ: the trail ends with what is known, and no clock but the store's counts. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { recordIntents, renewLease, sweep } from '../../app/trail/trail.server'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore, refuseRecords, takeRecords } from '../harness/store'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, trailOf, watch } from './on-record'
import { verify } from './verify'

let product: Console
let amelie: Visitor
let tenantId: string

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  amelie = await englishReader(product, 'amelie')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(() => product.close())

test('an outcome that arrives after a sweeper closed the change as unknown is a record, and the change ended so', async () => {
  const form = await amelie.get(href('userRoles', { tenantId, userId: userIdOf('mei.chen@boreal.example') }))
  const plan = await form.submit(changeForm, { fill: { level: 'tenant', tenantRole: 'admin' } })
  const seen = await watch(product, amelie)
  await refuseRecords(product, `NEW.outcome = 'done'`)
  const body = new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']])
  const answer = await amelie.raw('POST', plan.address, { body })
  expect(answer.headers.get('location')).toContain('/changes/')
  await openStore(product)
  expect(await sweep(91_000)).toBe(1)
  await closeStore()
  expect(await seen.outcomes()).toEqual(['intent pending', 'outcome unknown'])
  await takeRecords(product)
  await product.keepHouse()
  await vi.waitFor(
    async () => expect(await seen.outcomes()).toEqual(['intent pending', 'outcome unknown', 'outcome done']),
    { timeout: 20_000, interval: 100 },
  )
  const [intent] = await seen.records()
  const change = await amelie.get(href('change', { tenantId, changeId: intent?.changeId ?? '' }))
  expect(change.text).toContain('1 of 1 done')
  expect((await amelie.get(href('trail', { tenantId }, { outcome: 'done' }))).text).toContain('Mei Chen')
  expect((await amelie.get(href('trail', { tenantId }, { outcome: 'unknown' }))).text).not.toContain('Mei Chen')
  await product.stop()
  expect((await verify(product)).status).toBe(0)
  await product.start()
}, 60_000)

test('a process whose clock is ten minutes ahead closes nothing that another one is at work on', async () => {
  await openStore(product)
  await renewLease()
  await recordIntents(
    {
      tenantId,
      customerId: null,
      changeId: 'of-another-process',
      requestId: 'request',
      actor: { id: 'actor', issuer: 'issuer', subject: 'subject', name: 'Somebody', role: 'admin' },
      mutation: 'user.changeRoles',
      reason: null,
      address: '',
      userAgent: '',
    },
    [{ subject: { kind: 'user', id: 'user', name: 'Somebody' }, before: null, after: null }],
  )
  const leases = () =>
    inStore(product, (db) => db.selectFrom('process_lease').select(['owner', 'until']).orderBy('owner').execute())
  await product.clockAhead(600_000)
  // Two turns of its housekeeping: the second began after the clock was moved.
  for (let turn = 0; turn < 2; turn += 1) {
    const before = JSON.stringify((await leases()).filter(({ owner }) => owner !== 'readiness'))
    await product.keepHouse()
    await vi.waitFor(
      async () =>
        expect(JSON.stringify((await leases()).filter(({ owner }) => owner !== 'readiness'))).not.toBe(before),
      { timeout: 25_000, interval: 100 },
    )
  }
  await product.clockAhead(0)
  const records = await trailOf(amelie, tenantId)
  expect(records.filter(({ changeId }) => changeId === 'of-another-process').map(({ outcome }) => outcome)).toEqual([
    'pending',
  ])
  await closeStore()
}, 60_000)
