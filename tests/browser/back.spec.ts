/** The Back button after a change that was planned: a page of the console, never one of the browser's own. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { expect, test } from './fixtures'

test('somebody plans, applies, goes back to the plan and on again', async ({ product, signIn }, { project }) => {
  const at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  const device = ['SCI-ECYVAV-3', 'SCI-ECYVAV-4'].map((key) => seedId('device', `montcalm-${key}`))
  const page = await signIn('amelie', `${href('siteNetworkSettings', at, { device })}&lng=en`)
  await page.locator('[name="keep.primary.primaryDns"]').uncheck()
  await page.locator('[name="primary.primaryDns"]').fill(project.name === 'plain' ? '10.4.1.1' : '10.4.1.2')
  await page.getByRole('button', { name: 'Review' }).click()
  const apply = page.locator('main button[value=apply]')
  await expect(apply).toBeVisible()
  const plan = page.url()
  await page.reload()
  await expect(apply).toBeVisible()

  await apply.click()
  await page.waitForURL(/\/changes\//)
  const done = new URL(page.url()).pathname
  await page.goBack()
  expect(page.url()).toBe(plan)
  await expect(page.getByText('This change was already made')).toBeVisible()
  await expect(apply).toHaveCount(0)
  await page.goBack()
  await expect(page.locator('[name="primary.primaryDns"]')).toBeVisible()
  await page.goForward()
  await page.getByRole('link', { name: 'Show result' }).click()
  expect(new URL(page.url()).pathname).toBe(done)
})
