/** Journey 12: build a site from one file, its errors found at once and put right in the file; then edit 30 spaces. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { trailOf } from '../requests/on-record'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const montcalm = ({ services }: Console) => ({
  tenantId: tenantIdOf(services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
})

async function isWell(page: Page, hasScripts: boolean) {
  if (!hasScripts) return
  await expectAccessible(page)
}

const rooms = Array.from({ length: 30 }, (_, at) => `Estuary campus,Pavilion,,Room ${at + 1},,,,`)
const draft = [
  'Site,Building,Floor,Space,Controller,Latitude,Longitude,Model',
  'Estuary campus,,,,,148.52,-68.52,',
  ...rooms,
  'Estuary campus,Pavilion,,Room 1,VAV-1,,,ECYVAVV',
].join('\n')

const chosen = (text: string) => ({ name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a site from one file: every problem at once, put right in the file that comes back, then 30 rooms edited', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.slow()
  const hasScripts = javaScriptEnabled !== false
  const home = href('customer', montcalm(product))
  const page = await signIn('amelie', `${home}?lng=en`)
  const pages = countPages(page)
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Build from a file…' }).click()
  await isWell(page, hasScripts)
  await page.getByLabel('CSV file').setInputFiles(chosen(draft))
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(main).toContainText('Nothing is built yet')
  await expect(main).toContainText('Latitude: Enter a latitude from -90 to 90')
  await expect(main).toContainText('Model: There is no controller model of this name')
  await expect(page.getByRole('button', { name: /^Build \d/ })).toHaveCount(0)
  await pages.expect(2)
  await isWell(page, hasScripts)

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download file with results and problems' }).click()
  const returned = await readFile(await (await coming).path(), 'utf8')
  expect(returned).toMatch(/Problem,"Latitude: Enter a latitude from -90 to 90/)
  pages.restart()
  await page
    .getByLabel('CSV file')
    .setInputFiles(chosen(returned.replace('148.52', '48.52').replace('ECYVAVV', 'ECYVAV')))
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(main).toContainText('33 to build')
  await isWell(page, hasScripts)
  await page.getByLabel('Reason').fill('The new campus')
  await page.getByRole('button', { name: 'Build 33 items' }).click()
  await expect(main).toContainText('33 of 33 done')
  await pages.expect(2)
  await isWell(page, hasScripts)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download file with the result of each row' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('Estuary campus,Pavilion,,Room 30,,,,,Built,')

  // What went well is folded, of each kind in a fold of its own.
  const folded = page.locator('main .folded details:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
  await page.getByRole('link', { name: 'Pavilion', exact: true }).click()
  pages.restart()
  await page.getByRole('link', { name: 'Edit spaces' }).click()
  for (let at = 0; at < 30; at++) await page.locator(`[name="space[${at}].usage"]`).selectOption('Education')
  await page.getByRole('button', { name: 'Review change' }).click()
  await isWell(page, hasScripts)
  await page.getByRole('button', { name: 'Save 30 spaces' }).click()
  await expect(main).toContainText('Saved')
  await pages.expect(3)
})

test('in French, by keyboard, with a service that fails on the way: the rest alone is built again', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const page = await signIn('amelie', href('siteImport', montcalm(product), { lng: 'fr' }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const main = page.getByRole('main')
  const name = javaScriptEnabled === false ? 'Campus des îles' : 'Campus du fleuve'
  await page.getByText('Coller des lignes au lieu d’un fichier').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(
    [
      'Site;Bâtiment;Étage;Automate;Latitude;Longitude',
      `${name};;;;47,3833;-61,9`,
      `${name};Aile;Étage 1;UTA-1;;`,
    ].join('\n'),
  )
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Vérifier la modification' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('4 à construire')
  product.services.world.faults.inject('site', { match: 'POST /buildings/', kind: 'status', status: 503, times: 1 })
  await page.getByRole('button', { name: 'Construire 4 éléments' }).focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('2 sur 4')
  await isWell(page, javaScriptEnabled !== false)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: /^Réessayer le reste/ }).focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('2 à construire')
  expect(await page.locator('body').evaluate((body) => body.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await isWell(page, javaScriptEnabled !== false)
  await page.getByRole('button', { name: 'Construire 2 éléments' }).focus()
  await page.keyboard.press('Enter')
  await expect(main).toContainText('2 sur 2')
})

test('a person of the tenant without the right is refused, on record', async ({ product, signIn }) => {
  const at = montcalm(product)
  const page = await signIn('usha')
  const address = href('siteImport', at)
  expect((await page.goto(`${address}?lng=en`))?.status()).toBe(403)
  await expect(page.getByRole('main')).toContainText('You are not allowed to do this')
  const posted = await page.request.post(address, { form: { rows: 'Site\nMine' }, headers: { origin: product.origin } })
  expect(posted.status()).toBe(403)
  const records = await trailOf(await product.signedIn('amelie'), at.tenantId)
  expect(records.at(-1)).toMatchObject({
    mutation: 'site.build',
    outcome: 'denied',
    actor: { name: expect.stringContaining('Usha') },
  })
})
