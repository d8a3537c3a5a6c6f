/** The alarms of a morning (journey 1): found by filter, acknowledged with one note, and whatever goes wrong meanwhile. */
import type { Page } from '@playwright/test'
import { href, type QueryParams } from '../../app/hrefs'
import errors from '../../app/i18n/en/errors'
import { reportAlarm } from '../../services/operations/alarms/alarm-records'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { inVain } from '../harness/upstream'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'
import { patience } from './troubles'

const placeOf = (product: Console) => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})
const listOf = (product: Console, search: QueryParams) =>
  href('customerAlarms', placeOf(product), { lng: 'en', ...search })
const inject = (product: Console, order: object) => product.services.control('POST /services/operations/inject', order)
const clear = (product: Console) => product.services.control('DELETE /services/operations/inject')

/** An alarm that nobody has seen, of a controller that no other test looks at. */
function raise({ services }: Console, device: string, kind: 'zoneHot' | 'freezeStat' = 'zoneHot'): string {
  return reportAlarm(services.world, {
    deviceId: deviceIdOf(`montcalm-${device}`),
    kind,
    into: kind === 'zoneHot' ? 'highLimit' : 'offnormal',
  }) as string
}
const isWaiting = ({ services }: Console, id: string) =>
  services.world.store.get<{ ack_state: string }>('SELECT ack_state FROM alarm WHERE id = ?', id)?.ack_state ===
  'unacknowledged'

/** Ticks one row of the list, types a note and goes to the plan. */
async function planned(page: Page, product: Console, id: string, note: string): Promise<void> {
  await page.goto(listOf(product, { state: 'active', ack: 'unacknowledged', severity: 'medium' }))
  await page.locator(`[data-choice] > input[value="${id}"]`).check()
  await page.getByRole('textbox', { name: /^Note/ }).fill(note)
  await page.getByRole('button', { name: 'Acknowledge…' }).click()
}

test('forty in three pages, with one note; the filtered view is a link', async ({ product, signIn }) => {
  for (const building of ['ART', 'MED', 'REC', 'DRO'])
    for (let number = 1; number <= 10; number += 1) raise(product, `${building}-ECYVAV-${number}`, 'freezeStat')
  const page = await signIn('amelie', href('customer', placeOf(product), { lng: 'en' }))
  const pages = countPages(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\d+ critical$/ })
    .click()
  await expect(page).toHaveURL(/[?&]severity=critical/)
  const ids: string[] = []
  for (const row of await page.locator('[data-choice] > input').all()) {
    const own = ((await row.getAttribute('value')) ?? '').split(',')
    if (ids.length >= 40 || !own.every((id) => isWaiting(product, id))) continue
    await row.check()
    ids.push(...own)
  }
  expect(ids.length).toBeGreaterThanOrEqual(40)
  await expect(page.locator('.selected', { hasText: 'Selected:' })).toBeVisible()
  await page.getByRole('textbox', { name: /^Note/ }).fill('Power was out in the east')
  await page.getByRole('button', { name: 'Acknowledge…' }).click()
  await expect(page.getByText(`${ids.length} alarms will be acknowledged`)).toBeVisible()
  await page.getByRole('button', { name: `Acknowledge ${ids.length} alarms` }).click()
  await expect(page.getByText(`${ids.length} of ${ids.length} done`)).toBeVisible()
  await pages.expect(3)
  expect(ids.filter((id) => isWaiting(product, id))).toEqual([])
})

test('one by keyboard alone, in French with US units, within 320 pixels', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const id = raise(product, 'BIB-ECYVAV-9')
  product.services.world.store.run('UPDATE alarm SET present_value = ? WHERE id = ?', '27.4', id)
  const page = await signIn('usha', '/profile?lng=en')
  await page.getByLabel('Units').selectOption('us')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await page.goto(href('customerAlarms', placeOf(product), { lng: 'fr', state: 'active', severity: 'medium' }))
  await expect(page.getByText('81,3\u00a0°F').first()).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.locator(`[data-choice] > input[value="${id}"]`).focus()
  await page.keyboard.press('Space')
  await page.getByRole('textbox', { name: /^Note/ }).focus()
  await page.keyboard.type('Vanne commandée')
  await page.keyboard.press('Tab')
  await page.keyboard.type('dans 8')
  await page.getByRole('button', { name: 'Acquitter…' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 alarme sera acquittée')).toBeVisible()
  if (javaScriptEnabled !== false) await expectAccessible(page)
  await page.getByRole('button', { name: 'Acquitter 1 alarme' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^1 sur 1 effectué/)).toBeVisible()
  expect(isWaiting(product, id)).toBe(false)
  const own = await page.goto(href('alarm', { ...placeOf(product), alarmId: id }, { lng: 'fr' }))
  expect(own?.status()).toBe(200)
  await expect(page.getByText('Vanne commandée').first()).toBeVisible()
  if (javaScriptEnabled !== false) await expectAccessible(page)
})

test('the page of one has Acknowledge in sight on every screen, and its chart below', async ({ product, signIn }) => {
  const id = raise(product, 'BIB-ECYVAV-5')
  const page = await signIn('amelie', href('alarm', { ...placeOf(product), alarmId: id }, { lng: 'en' }))
  const button = page.getByRole('button', { name: 'Acknowledge', exact: true })
  for (const [width, height] of [
    [1280, 900],
    [375, 812],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    const box = await button.boundingBox()
    expect((box?.y ?? 1_000) + (box?.height ?? 0)).toBeLessThanOrEqual(width === 320 ? 900 : 800)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.getByRole('textbox', { name: /^Note/ }).fill('Seen')
  await button.click()
  await expect(page.getByText('Acknowledged by')).toBeVisible()
  await expect(page.getByText('Seen').first()).toBeVisible()
  expect(isWaiting(product, id)).toBe(false)
})

test('somebody without a role there is refused, and it is on record', async ({ product, signIn }) => {
  const id = raise(product, 'BIB-ECYVAV-11')
  const at = placeOf(product)
  const page = await signIn('paul')
  expect((await page.goto(href('customerAlarms', at)))?.status()).toBe(404)
  const form = { alarm: id, reason: 'x', _stage: 'apply', _key: 'x' }
  const headers = { origin: product.origin }
  const answer = await page.request.post(href('alarmsAcknowledging', at), { form, headers })
  expect(answer.status()).toBe(404)
  expect(isWaiting(product, id)).toBe(true)
})

test('whoever wants alerts has the number in the title, and hears what is added', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const page = await signIn('amelie', '/')
  if (javaScriptEnabled === false) {
    await page.goto(listOf(product, {}))
    await expect(page.getByRole('link', { name: 'Refresh', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Alert me' })).toBeHidden()
    return
  }
  await page.clock.install()
  await page.addInitScript(() => {
    const heard = { tones: 0 }
    const tone = { frequency: {}, connect: () => tone, start: () => (heard.tones += 1), stop() {} }
    const volume = { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: () => volume }
    class Context {
      state = 'running'
      currentTime = 0
      destination = {}
      resume() {}
      createOscillator() {
        return tone
      }
      createGain() {
        return volume
      }
    }
    Object.assign(window, { heard, AudioContext: Context })
  })
  const tones = () => page.evaluate(() => (window as unknown as { heard: { tones: number } }).heard.tones)
  await page.goto(listOf(product, { state: 'active', ack: 'unacknowledged' }))
  const total = Number(/^(\d+) alarms/.exec((await page.locator('.list-head h2').textContent()) ?? '')?.[1])
  expect(await page.title()).not.toMatch(/^\(/)
  await page.getByRole('button', { name: 'Alert me' }).click()
  await expect(page).toHaveTitle(new RegExp(`^\\(${total}\\) `))
  expect(await tones()).toBe(0)
  raise(product, 'SCI-ECYVAV-10')
  await page.clock.runFor(16_000)
  await expect(page).toHaveTitle(new RegExp(`^\\(${total + 1}\\) `))
  await expect(page.locator('[data-alert-notice]')).toHaveText(/: 1\s/)
  expect(await tones()).toBe(2)
  await inject(product, { match: 'POST /alarms', kind: 'status', status: 500 })
  await page.clock.runFor(16_000)
  await expect(page).toHaveTitle(/^\(\?\) /)
  await clear(product)
  await page.getByRole('button', { name: 'Alert me' }).click()
  expect(await page.title()).not.toMatch(/^\(/)
})

test('trouble of every kind is told, nothing typed is lost and nothing is done twice', async ({ product, signIn }) => {
  test.slow()
  const page = await signIn('amelie')
  const acknowledge = page.getByRole('button', { name: /^Acknowledge \d+ alarm/ })
  const match = 'POST /alarms/acknowledge'

  await test.step('a 500: the plan stays, with its note', async () => {
    const id = raise(product, 'GEN-ECYVAV-7')
    await planned(page, product, id, 'After a 500')
    await inject(product, { match, kind: 'status', status: 500, errorCode: 5003, times: 1 })
    await acknowledge.click()
    await expect(page.getByText('Service is temporarily unavailable')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('After a 500')
    await acknowledge.click()
    await expect(page.getByText('1 of 1 done')).toBeVisible()
  })

  await test.step('a session that ended: the note is there after signing in again', async () => {
    const id = raise(product, 'GEN-ECYVAV-9')
    await planned(page, product, id, 'After a 401')
    await inject(product, { match, kind: 'status', status: 401, times: 1 })
    await acknowledge.click()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
    // The provider still knows who it is.
    await expect(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('After a 401')
    expect(isWaiting(product, id)).toBe(true)
  })

  await test.step('an alarm that changed since it was planned: told, and planned anew', async () => {
    const id = raise(product, 'BIB-ECYVAV-2')
    await planned(page, product, id, 'It was only warm')
    reportAlarm(product.services.world, {
      deviceId: deviceIdOf('montcalm-BIB-ECYVAV-2'),
      kind: 'zoneHot',
      into: 'fault',
    })
    await acknowledge.click()
    await expect(page.getByText('Changed meanwhile')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('It was only warm')
    expect(isWaiting(product, id)).toBe(true)
    await acknowledge.click()
    await expect(page.getByText('1 of 1 done')).toBeVisible()
  })

  await test.step('one that is refused among several: told by itself, and the rest stay', async () => {
    const ids = [raise(product, 'GEN-ECYVAV-2'), raise(product, 'BIB-ECYVAV-4')]
    await page.goto(listOf(product, { state: 'active', ack: 'unacknowledged', severity: 'medium' }))
    for (const id of ids) await page.locator(`[data-choice] > input[value="${id}"]`).check()
    await page.getByRole('textbox', { name: /^Note/ }).fill('Two of them')
    await page.getByRole('button', { name: 'Acknowledge…' }).click()
    const refused = { entityId: ids[0], message: 'no', key: 'errors.catalogue.staleEvent', details: { type: 'alarm' } }
    const body = JSON.stringify({ errorCode: 4100, message: 'x', errors: [refused], data: [] })
    await inject(product, { match, kind: 'answer', status: 422, body, times: 1 })
    await acknowledge.click()
    await expect(page.getByText('1 of 2 done')).toBeVisible()
    await expect(page.getByText('Not all changes were made')).toBeVisible()
  })

  await test.step('a list that its service does not give: told in its place, and nothing of a code of another kind', async () => {
    const body = JSON.stringify({ errorCode: 4004, message: 'none' })
    await inject(product, { match: 'POST /alarms', kind: 'answer', status: 404, body })
    const answer = await page.goto(listOf(product, { severity: 'high' }))
    await clear(product)
    expect(answer?.status()).toBe(200)
    await expect(page.getByText('This part cannot be shown now')).toBeVisible()
    await expect(page.getByText(errors.trouble.missing)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alarms')
  })

  await test.step('a list that takes more than fifteen seconds', async () => {
    await inject(product, { match: 'POST /alarms', kind: 'delay', delayMs: 60_000 })
    const address = listOf(product, { severity: 'low' })
    const answer = await inVain(product, { path: '/alarms', waits: patience }, () => page.goto(address))
    await clear(product)
    expect(answer?.status()).toBe(200)
    await expect(page.getByText('The request to the operations API timed out').first()).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeVisible()
  })
})

test('an alarm is acknowledged from its first screen, on a desk and on a phone', async ({ product, signIn }) => {
  const alarmId = raise(product, 'SCI-ECYVAV-14')
  const page = await signIn('amelie', href('alarm', { ...placeOf(product), alarmId }, { lng: 'en' }))
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 })
    const box = await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).first().boundingBox()
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0), `${width}`).toBeLessThanOrEqual(800)
  }
})
