/** The language somebody chose stays, whatever page they pass and whatever their profile says. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'

let product: Console
beforeAll(async () => {
  product = await startTestConsole()
})
afterAll(() => product.close())

test('on the way from the first address to where somebody was', async () => {
  const amelie = await product.signedIn('amelie')
  const page = await amelie.get(href('home', {}, { lng: 'en' }))
  expect(page.address).toContain('lng=en')
  expect((await amelie.get(href('profile', {}))).root.querySelector('html')?.getAttribute('lang')).toBe('en')
})

test('after a profile is saved whose language stays', async () => {
  const amelie = await product.signedIn('amelie')
  const form = await amelie.get(href('profile', {}, { lng: 'en' }))
  const saved = await form.submit('main form[method=post]', { fill: { lastName: 'Tremblay-Roy' } })
  expect(saved.text).toContain('Saved')
  expect(saved.root.querySelector('html')?.getAttribute('lang')).toBe('en')
  const french = await saved.submit('main form[method=post]', { fill: { language: 'en' } })
  expect(french.root.querySelector('html')?.getAttribute('lang')).toBe('en')
})

test('in the log of a send; what a controller says in its own words stays as it is', async () => {
  const { store } = product.services.world
  const deviceId = deviceIdOf('montcalm-MED-ECY600-1')
  const own = 'The pump says: 0x2A'
  store.run(
    `INSERT INTO send_log (device_id, tenant_id, customer_id, type, at, level, code, message, step, attempt)
     SELECT device_id, tenant_id, customer_id, type, at + 1, level, code, ?, step, attempt FROM send_log
     WHERE device_id = ? AND type = 'time' AND level = 'error'`,
    own,
    deviceId,
  )
  const place = store.get<{ space: string; building: string }>(
    'SELECT space_id AS space, building_id AS building FROM device WHERE id = ?',
    deviceId,
  )
  const at = {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
    buildingId: place?.building ?? '',
    spaceId: place?.space ?? '',
    deviceId,
  }
  const amelie = await product.signedIn('amelie')
  const linesIn = async (lng: string) => {
    const page = await amelie.get(href('deviceTime', at, { lng }))
    const rows = page.root.querySelectorAll('main tbody tr').filter((row) => row.querySelector('code'))
    return rows.map((row) => row.querySelector('th')?.text.trim())
  }
  expect((await linesIn('fr')).toReversed()).toEqual([
    'Les paramètres d’heure ont été mis en file d’attente pour l’envoi.',
    'Les paramètres d’heure ont été pris en charge par l’automate.',
    'L’automate a rejeté la configuration avec le code NTP_REFUSED.',
    own,
  ])
  expect((await linesIn('en')).toReversed()).toEqual([
    'The time settings were queued for sending.',
    'The time settings were picked up by the controller.',
    'The controller rejected the configuration with code NTP_REFUSED.',
    own,
  ])
})
