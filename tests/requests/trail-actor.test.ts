/** Who did it: the identity that signed in, whatever record or name somebody gave them, and wherever they were before. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { inStore } from '../harness/store'
import type { Visitor } from '../harness/visitor'
import { changeForm, englishReader, trailOf } from './on-record'
import { verify } from './verify'

let product: Console
let amelie: Visitor
let marcus: Visitor
let tenantId: string
let tenantRole = 'user'

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  marcus = await englishReader(product, 'marcus')
  tenantId = tenantIdOf(product.services.world, 'boreal')
})
afterAll(() => product.close())

async function changeRoles(by: Visitor) {
  tenantRole = tenantRole === 'admin' ? 'user' : 'admin'
  const form = await by.get(href('userRoles', { tenantId, userId: userIdOf('hugo.lapointe@boreal.example') }))
  const plan = await form.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
  expect((await plan.submit(changeForm, { press: '_stage=apply' })).status).toBe(200)
  const actor = (await trailOf(amelie, tenantId)).at(-1)?.actor
  if (!actor) throw new Error('Nothing was recorded')
  return actor
}

test('who has no record in the tenant of a change acts without one, wherever they were before', async () => {
  const first = await changeRoles(marcus)
  expect(first).toMatchObject({ id: '', issuer: expect.stringMatching(/^http/), role: 'super-admin' })
  expect(first.subject).toBeTruthy()
  await marcus.get(href('tenant', { tenantId: tenantIdOf(product.services.world, 'lakeshore') }))
  expect(await changeRoles(marcus)).toEqual(first)
})

test('a record that a tenant’s admin made for their address does not name their deeds', async () => {
  const { name, subject, issuer } = await changeRoles(marcus)
  const { store } = product.services.world
  const known = store.get<Record<string, unknown>>(`SELECT * FROM tenant_user WHERE email LIKE 'marcus%'`)
  const id = randomUUID()
  const row = { ...known, id, tenant_id: tenantId, first_name: 'Amélie', last_name: 'Tremblay' }
  const columns = Object.keys(row)
  store.run(
    `INSERT INTO tenant_user (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...(Object.values(row) as string[]),
  )
  const again = await englishReader(product, 'marcus')
  await again.get(href('tenant', { tenantId }))
  expect(await changeRoles(again)).toMatchObject({ id, name, subject, issuer })
  const hers = await amelie.get(href('trail', { tenantId }, { actor: `${issuer} ${subject}` }))
  expect(hers.root.querySelectorAll('main tbody tr').length).toBeGreaterThan(3)
})

test('records of consoles that named no subject stay as they were, and verify', async () => {
  await product.stop()
  const stored = await inStore(product, (db) =>
    db.selectFrom('trail').select(['actor', 'identity']).where('identity', 'is not', null).execute(),
  )
  expect(stored.length).toBeGreaterThan(0)
  expect((await verify(product)).status).toBe(0)
  await inStore(product, (db) => db.updateTable('trail').set({ identity: 'https://other subject' }).execute())
  expect(await verify(product)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('BROKEN at record 1 (hash)'),
  })
  await product.start()
}, 60_000)
