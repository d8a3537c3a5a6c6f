/**
 * A3, fail closed: while the trail cannot be written no change leaves the console. Three troubles (the store refuses
 * records, the disk is full, another process holds the chain) × kinds of change. Figures: 0 writes at the services,
 * 503 with everything that was typed, and the same form goes through once the trouble is over, without a restart.
 *
 * Seen to fail: with the catch around `recordIntents` going on to the work instead of answering: 4 of 9 were sent.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { refuseRecords, takeRecords, whileHeld } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, performed } from '../requests/on-record'
import { isFull, size, tell } from './size'
import { apply, campusOf, controllers, networkPlan } from './trails'

let product: Console
let amelie: Visitor
let refused = 0
let sent = 0
let healed = 0
const rounds = size({ smoke: 1, full: 10 })

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
})
afterAll(async () => {
  tell(
    'A3',
    `${refused} changes while the trail could not be written, ${sent} sent; ${healed} of the same forms afterwards`,
  )
  await product.close()
})

/** Forms that are ready to be applied; each call asks for another change. */
let asked = 0
const kinds: Record<string, () => Promise<Page>> = {
  'network settings': () => {
    asked += 1
    return networkPlan(product, amelie, controllers[asked % controllers.length] ?? '', `10.77.${asked}.1`)
  },
  roles: async () => {
    asked += 1
    const tenantId = tenantIdOf(product.services.world, 'boreal')
    const page = await amelie.get(href('userRoles', { tenantId, userId: userIdOf('hugo.lapointe@boreal.example') }))
    const now = page.text.includes('Boréal Facilities Administrator') ? 'user' : 'admin'
    return page.submit(changeForm, { fill: { level: 'tenant', tenantRole: now } })
  },
  'a direct edit': async () => {
    asked += 1
    return amelie.get(href('customerSettings', campusOf(product)))
  },
}

const words = (turn: number) => `Kept words ${turn}`

function fillOf(kind: string, turn: number): Record<string, string> {
  return { reason: words(turn), ...(kind === 'a direct edit' ? { description: `Campuses ${turn}` } : {}) }
}

/** Nothing may be written beyond what is there: what a full disk does, for this process only. */
function fillDisk(): void {
  const sizes = readdirSync(product.dataDir).map((name) => statSync(join(product.dataDir, name)).size)
  limit(String(Math.min(...sizes.filter((bytes) => bytes > 0), 4_096)))
}
const limit = (bytes: string) =>
  expect(spawnSync('prlimit', [`--fsize=${bytes}:`, '--pid', String(product.pid())]).status).toBe(0)
const mayLimit = spawnSync('prlimit', ['--version']).status === 0

interface Trouble {
  during<T>(work: () => Promise<T>): Promise<T>
}

const troubles: [name: string, trouble: Trouble][] = [
  [
    'the store refuses records',
    {
      async during(work) {
        await refuseRecords(product)
        return work().finally(() => takeRecords(product))
      },
    },
  ],
  ['another process holds the chain', { during: (work) => whileHeld(product, work) }],
  [
    'the disk is full',
    {
      async during(work) {
        fillDisk()
        return work().finally(() => limit('unlimited'))
      },
    },
  ],
]

describe.each(troubles.filter(([name]) => mayLimit || name !== 'the disk is full'))('while %s', (name, trouble) => {
  // Every kind in full; on every run two of the three, others in each trouble.
  const turn = troubles.findIndex(([one]) => one === name)
  test.each(Object.keys(kinds).filter((_, at) => isFull || at !== turn % 3))(
    '%s: nothing is sent, the form is kept, and goes through afterwards',
    async (kind) => {
      for (let round = 0; round < rounds; round += 1) {
        const form = await (kinds[kind] as () => Promise<Page>)()
        const turn = asked
        const before = (await performed(product)).length
        const answer = await trouble.during(() =>
          form.submit(changeForm, { ...(kind === 'a direct edit' ? {} : { press: apply }), fill: fillOf(kind, turn) }),
        )
        refused += 1
        sent += (await performed(product)).length - before
        expect(answer.status).toBe(503)
        expect(await performed(product)).toHaveLength(before)
        expect(answer.html).toContain(words(turn))
        if (kind === 'a direct edit') expect(answer.html).toContain(`Campuses ${turn}`)
        // A connection that met a lock is opened anew by the next one who asks.
        await vi.waitFor(async () => expect((await amelie.raw('GET', '/readyz')).status).toBe(200), 10_000)
        const done = await answer.submit(changeForm, kind === 'a direct edit' ? {} : { press: apply })
        expect(done.status).toBe(200)
        expect((await performed(product)).length).toBeGreaterThan(before)
        healed += 1
      }
    },
    600_000,
  )
})
