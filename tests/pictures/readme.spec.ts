/** The pictures of the README, taken of the demonstration after a morning's work: small enough for a page of text. */
import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { faultIdOf } from '../../services/operations/faults/fault-records'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { signedInWindow } from '../harness/browser'
import { startTestConsole } from '../harness/console'

const folder = 'docs/pictures'
const largest = 120 * 1024

test('overview, list, trend, plan, equipment and schedule', async ({ browser }) => {
  test.setTimeout(300_000)
  const today = new Date().toISOString().slice(0, 10)
  const services = { frozen: false, start: Date.now(), env: { SEED_EPOCH: today } }
  const product = await startTestConsole({ services })
  try {
    const { page } = await signedInWindow(browser, product, { login: 'amelie', hasScripts: true })
    await page.setViewportSize({ width: 1280, height: 800 })
    const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
    const shoot = async (name: string) => {
      await page.mouse.move(0, 0)
      const picture = await page.screenshot({ type: 'webp', quality: 80 })
      expect(picture.length, name).toBeLessThanOrEqual(largest)
      writeFileSync(`${folder}/${name}.webp`, picture)
    }

    await page.goto(href('customerNetworkSettings', at, { q: 'sciences', all: 1, lng: 'en' }))
    await page.locator('[name="primary.gateway"]').fill('10.41.1.254')
    await page.locator('[name="primary.primaryDns"]').fill('10.41.0.60')
    await page.getByRole('button', { name: 'Review change' }).click()
    await page.getByLabel('Reason').fill('The new router of the science building')
    await shoot('plan')
    await page.getByRole('button', { name: 'Save and send to 20 controllers' }).click()
    await page.waitForURL(/\/network\?change=/)
    await page.goto(href('customer', at))
    await shoot('overview')
    await page.goto(href('customerDevices', at))
    for (const row of [1, 6, 9]) await page.locator('[data-choice] > input').nth(row).check()
    await shoot('list')
    const faultId = faultIdOf(equipmentIdOf('AHU ART-01'), 'g36-ahu-fc1')
    await page.goto(href('faultTrends', { ...at, faultId }))
    await shoot('trend')
    const place = {
      ...at,
      groupId: seedId('group', 'Montcalm campuses'),
      siteId: siteIdOf(41),
      buildingId: seedId('building', '41-1'),
      spaceId: seedId('space', '41-1-1'),
    }
    await page.goto(href('equipment', { ...place, equipmentId: equipmentIdOf('VAV SCI-01') }))
    await shoot('equipment')
    await page.goto(
      href('scheduleSettings', {
        ...place,
        spaceId: seedId('space', '41-1-5'),
        deviceId: deviceIdOf('montcalm-SCI-ECY303-1'),
        scheduleId: 'sch-1',
      }),
    )
    await page.getByRole('slider').first().waitFor()
    await shoot('schedule')
  } finally {
    await product.close()
  }
})
