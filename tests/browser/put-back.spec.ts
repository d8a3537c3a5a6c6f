/** Who changed this, why, and put it back (journey 6), as somebody sees it in a browser. */
import type { Page } from '@playwright/test'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const siteAt = (product: Console, number: number) => ({
  tenantId: tenantIdOf(product.services.world, 'boreal'),
  customerId: customerIdOf('CUS1004'),
  groupId: seedId('group', 'Montcalm campuses'),
  siteId: siteIdOf(number),
})

async function describe(page: Page, address: string, { text, reason }: { text: string; reason: string }) {
  await page.goto(address)
  await page.getByLabel(/^Description/).fill(text)
  await page.getByLabel(/^Reason/).fill(reason)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
}

test('two pages to who changed it and why, two more to have it back', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  const at = siteAt(product, 41)
  const page = await signIn('amelie', `${href('site', at)}?lng=en`)
  await describe(page, href('siteSettings', at), { text: 'Boilers moved to the roof', reason: 'Refit of the campus' })
  const pages = countPages(page)

  await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByText('Refit of the campus')).toBeVisible()
  await page
    .getByRole('row', { name: /Edit site/ })
    .getByRole('rowheader')
    .getByRole('link')
    .click()
  await expect(page.getByText('Amélie Tremblay').first()).toBeVisible()
  await expect(page.getByText('Refit of the campus')).toBeVisible()
  await expect(page.getByText('Boilers moved to the roof')).toBeVisible()
  await pages.expect(2)
  if (javaScriptEnabled !== false) {
    await expectAccessible(page)
  }

  await page.getByRole('link', { name: 'Revert…' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^The values from before record \d+ are filled in/)).toBeVisible()
  await expect(page.getByLabel(/^Description/)).not.toHaveValue('Boilers moved to the roof')
  await expect(page.getByLabel(/^Reason/)).toHaveValue(/^Revert record \d+$/)
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved')).toBeVisible()
  await pages.expect(4)
  // What is told of it among the last changes is no description.
  await expect(page.locator('main p', { hasText: 'Boilers moved to the roof' })).toHaveCount(0)
})

test('what others changed since is named before it is put back, in French', async ({ product, signIn }) => {
  const at = siteAt(product, 42)
  const page = await signIn('amelie', `${href('site', at)}?lng=en`)
  await describe(page, href('siteSettings', at), { text: 'First words', reason: 'A beginning' })
  await describe(page, href('siteSettings', at), { text: 'Second words', reason: 'A change of mind' })

  await page.goto(`${href('trail', at, { kind: 'site', id: at.siteId })}&lng=fr`)
  await page.locator('main tbody tr').last().getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText('A beginning')).toBeVisible()
  await page.getByRole('link', { name: /^Rétablir…/ }).click()
  await expect(page.getByText(/Description\s: actuellement Second words/)).toBeVisible()
})

test('a person of the tenant without the right sees no record and puts nothing back', async ({ product, signIn }) => {
  const at = siteAt(product, 41)
  const page = await signIn('usha', `${href('site', at)}?lng=en`)
  await expect(page.locator('main a', { hasText: 'History' })).toHaveCount(0)
  for (const address of [href('trail', at), href('siteSettings', at, { putBack: 1 })]) {
    const answer = await page.goto(address)
    expect(answer?.status()).toBe(403)
  }
})
