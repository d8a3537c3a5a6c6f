/**
 * A1, acknowledged ⇒ recorded: the console is killed with SIGKILL at 200 random points (6 in small) while changes are
 * being applied. The services' own journal is the truth. Figures: 0 acknowledged changes without intent and outcome,
 * 0 effects without an intent, 0 successes on record without an effect, every orphan closed as unknown within 100 s of
 * the death (a lease of 30 s, a grace of 60 s, a turn of housekeeping), the chain whole.
 *
 * Seen to fail: with the outcomes recorded a quarter of a second after the answer instead of before it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeStore, openStore } from '../../app/store/store.server'
import { sweep } from '../../app/trail/trail.server'
import { type Console, startTestConsole } from '../harness/console'
import { seeded } from '../harness/seeded'
import type { Visitor } from '../harness/visitor'
import { englishReader, performed } from '../requests/on-record'
import { size, tell } from './size'
import { click, controllers, networkPlan, storedRecords } from './trails'

const kills = size({ smoke: 6, full: 200 })
const atOnce = 2
/** By when an orphan is closed at the latest, less the 10 s between two turns of housekeeping. */
const secondsFromDeath = 90

let product: Console
let amelie: Visitor

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
})
afterAll(() => product.close())

interface Click {
  device: string
  primaryDns: string
  /** The status that came back; null where the process died first. */
  answered: number | null
}

/** Applies some plans and kills the console so many ms after the first byte left; answers what came back. */
async function killAfter(ms: number, turn: number): Promise<Click[]> {
  const devices = Array.from(
    { length: atOnce },
    (_, at) => controllers[(turn * atOnce + at) % controllers.length] ?? '',
  )
  const dns = devices.map((_, at) => `10.${(turn % 250) + 1}.${at + 1}.7`)
  const plans = await Promise.all(devices.map((device, at) => networkPlan(product, amelie, device, dns[at] ?? '')))
  const clicks = plans.map((plan) =>
    click(plan, amelie).then(
      ({ status }) => status,
      () => null,
    ),
  )
  const death = new Promise((resolve) => setTimeout(resolve, ms)).then(() => product.stop('SIGKILL'))
  const answers = await Promise.all(clicks)
  await death
  return devices.map((device, at) => ({ device, primaryDns: dns[at] ?? '', answered: answers[at] ?? null }))
}

test(`${kills} kills at random points leave nothing that is not on record`, async () => {
  const random = seeded(2026)
  const started = performance.now()
  expect((await click(await networkPlan(product, amelie, controllers[0] ?? '', '10.0.9.9'), amelie)).status).toBe(303)
  const ordinary = performance.now() - started
  // How long a click takes differs from machine to machine: about half of the kills come after the answer.
  const step = size({ smoke: 1.6, full: 1.1 })
  let width = ordinary * 0.5
  const clicks: Click[] = []
  for (let turn = 0; turn < kills; turn += 1) {
    if (turn % 3 === 0)
      product.services.world.faults.inject('device-configuration', {
        match: 'POST /devices/network',
        kind: 'delay',
        delayMs: Math.round(random() * 60),
        after: true,
        times: 1,
      })
    const made = await killAfter(random() * width, turn)
    width *= made.some(({ answered }) => answered === 303) ? 1 / step : step
    clicks.push(...made)
    product.services.world.faults.clear()
    await product.start()
  }
  await product.stop('SIGKILL')
  const before = await storedRecords(product)
  const orphans = before.filter(
    ({ entry, sequence, tenantId }) =>
      entry === 'intent' && !before.some((one) => one.tenantId === tenantId && one.intentSequence === sequence),
  )
  await openStore(product)
  await sweep()
  const closed = await sweep(secondsFromDeath * 1_000)
  await closeStore()
  expect(closed).toBe(orphans.length)

  const records = await storedRecords(product)
  const intents = records.filter(({ entry }) => entry === 'intent')
  const outcomes = records.filter(({ entry }) => entry === 'outcome')
  const effects = await performed(product)

  const intended = new Set(intents.map(({ changeId }) => changeId))
  const withoutIntent = effects.filter(
    ({ idempotencyKey }) => !intended.has(idempotencyKey?.replace(/-\d+$/, '') ?? ''),
  )
  expect(withoutIntent).toEqual([])

  const acknowledged = clicks.filter(({ answered }) => answered === 303)
  const done = outcomes.filter(({ outcome }) => outcome === 'done')
  const doneOf = ({ device, primaryDns }: Click) =>
    done.filter(
      ({ subject, after }) =>
        subject.id === device && (after as Record<string, unknown>)['primary.ipv4.primaryDns'] === primaryDns,
    )
  expect(acknowledged.length).toBeGreaterThan(clicks.length / 10)
  expect(acknowledged.filter((one) => doneOf(one).length !== 1)).toEqual([])

  const effected = new Set(effects.map(({ idempotencyKey }) => idempotencyKey?.replace(/-\d+$/, '')))
  expect(done.filter(({ changeId }) => !effected.has(changeId))).toEqual([])

  const unended = intents.filter((intent) => !outcomes.some((one) => one.intentSequence === intent.sequence))
  expect(unended).toEqual([])
  const unknown = outcomes.filter(({ outcome }) => outcome === 'unknown')
  expect(unknown.length).toBeGreaterThanOrEqual(orphans.length)

  tell(
    'A1',
    `${kills} kills, ${clicks.length} changes, ${acknowledged.length} acknowledged, 0 of them unrecorded; ${effects.length} effects, ` +
      `0 without an intent; ${orphans.length} orphans, ${closed} closed as unknown`,
  )
}, 1_800_000)
