/**
 * A7, refusals are recorded: everyone × every change, planned and applied, wherever the matrix says no. Figure: one
 * `denied` record per refusal, with who and what, and nothing sent.
 *
 * Seen to fail: with `permit` throwing before it writes the refusal down.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChangeName, capabilitiesFor, flagsFor, isSelfChange } from '../../app/changes'
import { may } from '../../app/permissions'
import type { RoleName } from '../../services/contracts/permissions'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import type { Visitor } from '../harness/visitor'
import { englishReader, performed } from '../requests/on-record'
import { isFull, tell } from './size'
import { storedRecords } from './trails'

/** Who asks, at a customer of theirs, and what they are there. */
const people: [login: string, customer: string, role: RoleName][] = [
  ['usha', 'CUS1004', 'user'],
  ['paul', 'CUS1003', 'customer-user'],
  ['claire', 'CUS1001', 'customer-user'],
  ['nadia', 'CUS1004', 'no-access'],
  ['amelie', 'CUS1004', 'admin'],
]

let product: Console
const visitors = new Map<string, Visitor>()

beforeAll(async () => {
  product = await startTestConsole()
  for (const [login] of people) visitors.set(login, await englishReader(product, login))
})
afterAll(() => product.close())

/** Above a customer somebody with roles in customers is what the widest of them makes them. */
function roleFor(name: ChangeName, login: string, role: RoleName): RoleName {
  return login === 'claire' && askedChange(name).of !== 'customer' ? 'customer-admin' : role
}

const mayAsk = (name: ChangeName, role: RoleName) =>
  capabilitiesFor(name).some((capability) => may(role, capability, { self: isSelfChange(name) }))

const stages = ['plan', 'apply']
/** Both in full; on every run the one or the other, by turns. */
const stagesOf = (place: number) => stages.filter((_, at) => isFull || at === place % 2)

test('each refusal of a role leaves one record, and nothing is sent', async () => {
  const boreal = tenantIdOf(product.services.world, 'boreal')
  const expected: string[] = []
  for (const [login, customer, role] of people)
    for (const name of changesAsked) {
      if (flagsFor(name).length > 0 || mayAsk(name, roleFor(name, login, role))) continue
      const address = askedChange(name).address({ tenantId: boreal, customerId: customerIdOf(customer) })
      for (const stage of stagesOf(changesAsked.indexOf(name))) {
        const answer = await visitors.get(login)?.raw('POST', address, {
          body: new URLSearchParams({ ...askedChange(name).fields, _stage: stage, _key: `key-${login}-${name}` }),
        })
        expect([login, name, [403, 404].includes(answer?.status ?? 0)]).toEqual([login, name, true])
        expected.push(`${login} ${name}`)
      }
    }
  expect(await performed(product)).toEqual([])
  await product.stop()
  const denied = (await storedRecords(product)).filter(({ outcome }) => outcome === 'denied')
  const names = new Map([
    ['Usha Raman', 'usha'],
    ['Paul Gagné', 'paul'],
    ['Claire Fontaine', 'claire'],
    ['Nadia Haddad', 'nadia'],
    ['Amélie Tremblay', 'amelie'],
  ])
  expect(denied.every(({ entry, calls }) => entry === 'refusal' && calls.length === 0)).toBe(true)
  expect(denied.map(({ actor, mutation }) => `${names.get(actor.name)} ${mutation}`).sort()).toEqual(expected.sort())
  tell(
    'A7',
    `${expected.length} refusals of ${people.length} people and ${changesAsked.length} kinds of change, ${denied.length} denied records`,
  )
}, 600_000)
