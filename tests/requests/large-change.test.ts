/** The page of a change that touched more than it names: all of it counted, what was not done first, nobody sees further. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import type { Outcome, TrailRecord } from '../../app/trail/record'
import { recordIntents, recordOutcomes } from '../../app/trail/trail.server'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page } from '../harness/visitor'
import { englishReader } from './on-record'

let product: Console
let tenantId: string
const changeId = seedId('change', 'of many')
const [hers, other] = [customerIdOf('CUS1002'), customerIdOf('CUS1004')]
/** What became of its things, in turn, where it is not that they were done. */
const notDone: Readonly<Record<number, Exclude<Outcome, 'pending'>>> = {
  3: 'denied',
  400: 'refused',
  700: 'failed',
  1050: 'failed',
  1100: 'unknown',
}
let ofHers: TrailRecord[]

beforeAll(async () => {
  product = await startTestConsole()
  tenantId = tenantIdOf(product.services.world, 'boreal')
  await openStore(product)
  await acknowledged(other, 40)
  ofHers = await acknowledged(hers, 1_200)
  await closeStore()
})
afterAll(() => product.close())

async function acknowledged(customerId: string, count: number): Promise<TrailRecord[]> {
  const site = [
    { id: seedId('group', 'Together'), name: 'Together', type: 'group' },
    { id: siteIdOf(1), name: 'The one site', type: 'site' },
  ]
  const buildings = [1, 2].map((number) => ({
    id: seedId('building', `${number}`),
    name: `B${number}`,
    type: 'building',
  }))
  const intents = await recordIntents(
    {
      tenantId,
      customerId,
      changeId,
      requestId: 'request',
      actor: { id: 'actor', issuer: 'issuer', subject: 'subject', name: 'Somebody', role: 'admin' },
      mutation: 'alarm.acknowledge',
      reason: null,
      address: '',
      userAgent: '',
    },
    Array.from({ length: count }, (_, at) => ({
      subject: {
        kind: 'alarm',
        id: seedId('alarm', `${customerId} ${at}`),
        name: `Alarm ${at}`,
        path: [...site, ...buildings.slice(at % 2, (at % 2) + 1)],
      },
      before: { state: 'unacknowledged' },
      after: { state: 'acknowledged' },
    })),
  )
  await recordOutcomes(
    intents.map((intent, at) => ({ intent, outcome: notDone[at] ?? 'done', calls: [], detail: null })),
  )
  return intents
}

const read = async (login: string) => (await englishReader(product, login)).get(href('change', { tenantId, changeId }))

/** The records that it names, in its order. */
const named = (page: Page) =>
  page.root
    .querySelectorAll('main table a')
    .flatMap((link) => /\/trail\/(\d+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? [])
    .map(Number)
const crumbs = (page: Page) => page.root.querySelectorAll('nav.crumbs a').map((link) => link.text.trim())

test('counts all of it, and names a thousand: what was not done first, then as it was done', async () => {
  const page = await read('claire')
  expect(page.text).toContain('1,195 of 1,200 done')
  expect(page.text).toContain('1,000 of 1,200')
  const sequences = named(page)
  const first = [700, 1_050, 400, 1_100, 3]
  const rest = ofHers.map((_, at) => at).filter((at) => !first.includes(at))
  expect(sequences).toEqual([...first, ...rest].slice(0, 1_000).map((at) => ofHers[at]?.sequence))
})

test('counts for nobody what they may not see, and stands where all stood that they do', async () => {
  const [own, whole] = [await read('claire'), await read('amelie')]
  expect(own.text).toContain('1,195 of 1,200 done')
  expect(whole.text).toContain('1,234 of 1,240 done')
  expect(crumbs(own).slice(-3, -1)).toEqual(['Together', 'The one site'])
  expect(crumbs(whole)).not.toContain('The one site')
})
