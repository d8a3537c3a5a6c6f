/**
 * Each journey in each trouble of the backend: a clear message, nothing typed is lost, nothing is done twice. `npm test`
 * walks one trouble of each journey, by turns with scripts or without; with `PROVE=1` all of them. That who may not is
 * refused, on record, stands in the journeys' own files and, for every kind of change, in promise A7.
 */
import { href } from '../../app/hrefs'
import errors from '../../app/i18n/en/errors'
import login from '../../app/i18n/en/login'
import { listenUpstream } from '../harness/upstream'
import { isFull } from '../promises/size'
import { englishReader, watch } from '../requests/on-record'
import { expect, test } from './fixtures'
import { sought } from './fleet'
import { walks } from './troubled-journeys'
import { backToPlan, expectTyped, patience, sendAgain, type TroubleName, troubleNames, troubles } from './troubles'

/** What is walked of a row of the table, by its place in it: troubles, each with scripts or without. */
function cellsOf<Name extends TroubleName>(row: number, names: readonly Name[]): { name: Name; hasScripts: boolean }[] {
  const cells = names.map((name, column) => ({ name, hasScripts: (row + column) % 2 === 0 }))
  // Two rows that follow each other take the same column, one with scripts and one without.
  return isFull ? cells : cells.filter((_, column) => column === Math.floor(row / 2) % cells.length)
}

test.afterEach(({ product }) => product.services.world.faults.clear())

const cells = walks.flatMap((walk, row) => {
  const names = troubleNames.filter((name) => !walk.cannot?.[name])
  return cellsOf(row, names).map((cell) => ({ walk, ...cell }))
})

for (const { walk, name, hasScripts } of cells)
  test(`journey ${walk.journey}, ${walk.what}: ${name}`, async ({ product, signIn, javaScriptEnabled }) => {
    test.skip(hasScripts !== (javaScriptEnabled !== false), `walked ${hasScripts ? 'with' : 'without'} scripts`)
    const page = await signIn('amelie', '/profile?lng=en')
    const main = page.getByRole('main')
    const begun = await walk.begin({ page, product, hasScripts, turn: troubleNames.indexOf(name) })
    const { says, left = walk.many, passes, end } = await troubles[name](walk, begun, product)
    const seen = await watch(product, await englishReader(product, 'amelie'))

    await begun.typeSecrets?.()
    const things = async () => (await seen.performed()).flatMap(walk.things)
    const timeIsOver = async (milliseconds: number) => {
      await expect.poll(async () => (await things()).length).toBeGreaterThan(0)
      await product.pass(milliseconds)
    }
    await Promise.all([
      main.getByRole('button', { name: walk.apply }).click(),
      ...(passes === undefined ? [] : [timeIsOver(passes)]),
    ])
    const told = main.getByRole('alert').or(main.getByRole('status')).filter({ hasText: says })
    await expect(told.first()).toBeVisible({ timeout: 30_000 })
    await end?.()
    if (await backToPlan(page, walk)) {
      await expectTyped(page, name === 'one of several is refused' ? begun.typed.slice(0, 1) : begun.typed)
      await begun.typeSecrets?.()
      await sendAgain(page, walk)
    }

    await expect.poll(async () => (await things()).length).toBe(left)
    expect(new Set(await things()).size).toBe(left)
    await expect(main.getByRole('alert').filter({ hasText: says })).toHaveCount(0)
    const ends = (await seen.records()).filter(({ outcome }) => outcome === 'done').map(({ subject }) => subject.id)
    expect(ends).toEqual([...new Set(ends)])
    await begun.after?.()
  })

/** A search only reads: nothing is refused of several, and nobody else changes it. */
const reading = {
  'the session has ended': { fault: { status: 401, times: 1 }, says: login.refusedAtOnce.title },
  'the service breaks with 500': { fault: { status: 500 }, says: errors.page.badAnswer.happened },
  'the time is over': { fault: { kind: 'delay', delayMs: 20_000 }, says: errors.page.slow.happened },
  'code 4004': { fault: { status: 404, errorCode: 4004 }, says: errors.trouble.missing },
} as const

for (const { name, hasScripts } of cellsOf(walks.length, Object.keys(reading) as (keyof typeof reading)[]))
  test(`journey 13, anything is found: ${name}`, async ({ product, signIn, javaScriptEnabled }) => {
    test.skip(hasScripts !== (javaScriptEnabled !== false), `walked ${hasScripts ? 'with' : 'without'} scripts`)
    const { customer, device } = sought(product)
    const words = device.hostId.slice(0, -1)
    const page = await signIn('amelie', href('customer', customer, { lng: 'en' }))
    const main = page.getByRole('main')
    const { fault, says } = reading[name]
    await product.services.control('POST /services/site/inject', { match: 'GET /x/search', kind: 'status', ...fault })
    await page.getByRole('banner').getByRole('searchbox').fill(words)
    const upstream = listenUpstream(product.services)
    const timeIsOver = async () => {
      await expect.poll(() => upstream.heard().some(({ url }) => url.includes('/x/search'))).toBe(true)
      await product.pass(patience)
    }
    await Promise.all([page.keyboard.press('Enter'), ...(name === 'the time is over' ? [timeIsOver()] : [])])
    upstream.stop()
    await expect(main).toContainText(says, { timeout: 30_000 })
    await product.services.control('DELETE /services/site/inject')
    const on = main.getByRole('link', {
      name: name === 'the session has ended' ? login.signInAgain : errors.page.retry,
    })
    if (name === 'code 4004') await page.reload()
    else await on.click()
    await expect(main.getByRole('row').filter({ hasText: device.hostId }).first()).toBeVisible()
    await expect(main.getByRole('searchbox')).toHaveValue(words)
  })
