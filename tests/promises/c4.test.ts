/**
 * C4. Partial failure is told: of a change that takes n calls, call k fails, for every k. Everybody is told as done,
 * failed or not tried, as the services know it to be, and the rest can be tried again by itself.
 * Figure: every k of every sequence, 0 things told other than they are.
 *
 * Seen to fail: with `blame` of the ledger left out (told done, and the role was not there), and with `narrowed`
 * answering the whole plan (trying the rest again planned those that were done as well).
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import type { TrailRecord } from '../../app/trail/record'
import type { ServiceName } from '../../services/contracts/endpoint'
import type { ServiceFault } from '../../services/kit/faults'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf, watch } from '../requests/on-record'
import { type Places, placesOf } from './forms'
import { tell } from './size'

let product: Console
let amelie: Visitor
let at: Places
let failures = 0
let told = 0

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  at = placesOf(product)
})
afterEach(() => product.services.world.faults.clear())
afterAll(async () => {
  await product.close()
  tell('C4', `${failures} failed calls, ${told} things told as they are, 0 otherwise`)
})

const apply = '_stage=apply'

/** Lets the k-th of these calls fail, and those before it go through. */
function failAt(
  service: ServiceName,
  calls: readonly string[],
  k: number,
  fault: Omit<ServiceFault, 'kind' | 'times'>,
): void {
  const match = calls[k] as string
  const before = calls.slice(0, k).filter((call) => call === match).length
  const inject = (one: ServiceFault) => product.services.world.faults.inject(service, one)
  if (before > 0) inject({ match, kind: 'delay', delayMs: 1, times: before })
  inject({ match, kind: 'status', ...fault, times: 1 })
  failures += 1
}

/** Roles as the tenant service lists them. */
async function rolesOf({ userId }: { userId: string }): Promise<string[]> {
  const { body } = await product.services.call('tenant', `GET /tenants/${at.tenantId}/users/${userId}/permissions`, {
    as: 'marcus',
  })
  const { roleIds } = product.services.settings
  const names = { [roleIds.admin]: 'admin', [roleIds.user]: 'user' }
  return body.map((one: { roleId: string }) => names[one.roleId] ?? one.roleId).sort()
}

describe('of one person', () => {
  /** The plan of giving somebody a role in the tenant. */
  async function rolePlan(who: { userId: string }, tenantRole: string): Promise<Page> {
    const page = await amelie.get(href('userRoles', { tenantId: at.tenantId, userId: who.userId }))
    return page.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
  }

  const sequences: { name: string; role: string; calls: string[]; held: string[][] }[] = [
    {
      name: 'fatou.diallo',
      role: 'no-access',
      calls: ['DELETE /tenants', 'DELETE /tenants'],
      held: [['user'], []],
    },
    {
      name: 'daniel.whitehorse',
      role: 'admin',
      calls: ['POST /tenants', 'DELETE /tenants'],
      held: [['user'], ['admin', 'user']],
    },
  ]

  test.each(sequences)(
    '$name to $role tells, whichever call fails, which were made; the same form does the rest',
    async ({ name, role, calls, held }) => {
      const who = at.person(name)
      for (let k = 0; k < calls.length; k += 1) {
        const plan = await rolePlan(who, role)
        const seen = await watch(product, amelie)
        failAt('tenant', calls, k, { status: 503, errorCode: 5003 })
        const answer = await plan.submit(changeForm, { press: apply, fill: { reason: 'Because' } })
        product.services.world.faults.clear()
        expect(await seen.performed()).toHaveLength(k)
        expect(await rolesOf(who)).toEqual(held[k])
        const ending = (await seen.records()).at(-1)
        expect(ending).toMatchObject({ entry: 'outcome', outcome: 'failed' })
        expect(ending?.calls.map(({ status }) => status)).toEqual([...Array(k).fill(200), 503])
        told += 1
        if (k === 0) {
          expect(answer.status).toBe(503)
          expect(answer.root.querySelectorAll('button[value=apply]')).toHaveLength(1)
        } else {
          expect(answer.address).toMatch(/\/changes\//)
          expect(answer.text).toContain(`Calls that succeeded before: ${k}`)
        }
      }
      const seen = await watch(product, amelie)
      const rest = await (await rolePlan(who, role)).submit(changeForm, { press: apply, fill: { reason: 'Once more' } })
      expect(rest.status).toBe(200)
      expect(await rolesOf(who)).toEqual(role === 'no-access' ? [] : [role])
      expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    },
  )
})

describe('of several people', () => {
  /** One who has the role already goes along unchanged; the others need both calls, or only one. */
  const names = ['mei.chen', 'hugo.lapointe', 'etienne.roy', 'sofia.marchetti']

  async function bulkPlan(role: string): Promise<Page> {
    const user = names.map((name) => at.person(name).userId)
    const page = await amelie.get(href('usersRoleGiving', { tenantId: at.tenantId }, { user }))
    return page.submit(changeForm, { fill: { role } })
  }

  const endings = (records: TrailRecord[]) =>
    Object.fromEntries(
      records
        .filter(({ entry }) => entry === 'outcome')
        .map(({ subject, outcome, detail }) => [subject.id, detail?.because === 'notTried' ? 'notTried' : outcome]),
    )

  /** Back to a role in the tenant, whatever happened. */
  async function reset(role: string): Promise<void> {
    const plan = await bulkPlan(role)
    if (plan.root.querySelector('button[value=apply]'))
      await plan.submit(changeForm, { press: apply, fill: { reason: 'Reset' } })
    for (const name of names) expect(await rolesOf(at.person(name))).toEqual([role])
  }

  /** The button of the change's page: it plans and does what was not done, and touches nobody else. */
  async function expectRestAlone(page: Page, rest: readonly string[]): Promise<void> {
    const plan = await page.submit(changeForm)
    const carried = (name: string) =>
      (plan.root.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? '').split(',')
    expect(carried('_only').sort()).toEqual([...rest].sort())
    expect(carried('_rows')).toHaveLength(rest.length)
    const seen = await watch(product, amelie)
    const done = await plan.submit(changeForm, { press: apply, fill: { reason: 'The rest' } })
    expect(done.text).toContain(`${rest.length} of ${rest.length} done`)
    expect([...new Set((await seen.performed()).flatMap(({ entityIds }) => entityIds))].sort()).toEqual(
      [...rest].sort(),
    )
    for (const name of names) expect(await rolesOf(at.person(name))).toEqual(['admin'])
  }

  const faults: [string, Omit<ServiceFault, 'kind' | 'times'>][] = [
    ['refused with 409', { status: 409, errorCode: 4009 }],
    ['failed with 500', { status: 500 }],
    ['not available', { status: 503 }],
  ]

  test.each(faults)(
    'tells each of them as it is when call k is %s, and the rest alone can be done',
    async (_, fault) => {
      const calls = ['POST /tenants', 'DELETE /tenants']
      for (let k = 0; k < calls.length; k += 1) {
        await reset('user')
        const plan = await bulkPlan('admin')
        const seen = await watch(product, amelie)
        failAt('tenant', calls, k, fault)
        const answer = await plan.submit(changeForm, { press: apply, fill: { reason: 'Promotion' } })
        product.services.world.faults.clear()
        const ended = endings(await seen.records())
        expect(Object.keys(ended)).toHaveLength(names.length)
        const rest: string[] = []
        for (const name of names) {
          const { userId } = at.person(name)
          const roles = await rolesOf({ userId })
          const isDone = roles.length === 1 && roles[0] === 'admin'
          expect([name, ended[userId] === 'done']).toEqual([name, isDone])
          if (!isDone) rest.push(userId)
          told += 1
        }
        expect(rest.length).toBeGreaterThan(0)
        // Where nothing was done at all the plan may come back as it was; else the page of the change tells.
        if (answer.root.querySelector('button[value=apply]')) expect(rest).toHaveLength(names.length)
        else {
          const folds = answer.root.querySelectorAll('main .folded > li')
          const wrong = folds.filter((fold) => /Failed|Refused|Unknown/.test(fold.querySelector('summary')?.text ?? ''))
          expect(wrong.flatMap((fold) => fold.querySelectorAll('tbody tr'))).toHaveLength(rest.length)
          await expectRestAlone(answer, rest)
        }
      }
    },
  )

  test('tried again for some of them only, touches nobody else', async () => {
    await reset('user')
    const all = names.map((name) => at.person(name).userId)
    for (let count = 1; count < all.length; count += 1) {
      await reset('user')
      const only = all.slice(0, count)
      const plan = await bulkPlan('admin')
      const narrowed = await amelie.post(plan.address, [
        ...fieldsOf(plan).filter(([name]) => !name.startsWith('_')),
        ['_only', only.join(',')],
        ['_stage', 'plan'],
      ])
      expect(narrowed.root.querySelectorAll('main tbody tr')).toHaveLength(count)
      const seen = await watch(product, amelie)
      await narrowed.submit(changeForm, { press: apply, fill: { reason: 'The rest' } })
      const touched = new Set((await seen.performed()).flatMap(({ entityIds }) => entityIds))
      expect([...touched].sort()).toEqual([...only].sort())
      for (const userId of all) expect(await rolesOf({ userId })).toEqual(only.includes(userId) ? ['admin'] : ['user'])
    }
  })
})
