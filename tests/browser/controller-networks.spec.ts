/** From a new network to a controller in the tree with its points. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { answering, createNetworkLink, inventedNetwork, listedObject } from '../harness/network-link'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

test('a network is made and searched, and what answers is in the tree with its points', async ({
  product,
  signIn,
  javaScriptEnabled,
}) => {
  test.slow()
  const { world } = product.services
  const isWell = async () => {
    if (javaScriptEnabled !== false) await expectAccessible(page)
  }
  const network = inventedNetwork()
  network.search = {
    controllers: [answering(101), answering(102, { state: 'silent', name: null })],
    duplicates: [{ instance: 7, addresses: ['10.0.4.7:47808', '10.0.4.8:47808'] }],
    problem: null,
  }
  network.objects.set(101, [listedObject('analogInput', 1, 'AHU-101.SupplyAirTemp')])
  let open = () => {}
  network.gate = new Promise((resolve) => {
    open = resolve
  })
  world.links.register('bacnet', createNetworkLink(network))
  const site = {
    tenantId: tenantIdOf(world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  const page = await signIn('amelie', href('siteControllerNetworks', site, { lng: 'en' }))
  const main = page.getByRole('main')
  await expect(main).toContainText('This site has no BACnet networks')
  await isWell()
  await main.getByRole('link', { name: 'Create network' }).click()
  await main.getByLabel('Name').fill('Plant room')
  await main.getByLabel('Interface address').fill('10.0.4.2')
  await main.getByLabel('Broadcast addresses').fill('10.0.4.255')
  await isWell()
  await main.getByRole('button', { name: 'Create network' }).click()
  await expect(main).toContainText('This network has not been searched')
  await isWell()

  await main.getByRole('button', { name: 'Find controllers', exact: true }).click()
  await expect(main).toContainText('Searching…')
  await isWell()
  open()
  // The page refreshes by itself.
  await expect(main).toContainText('2 new', { timeout: 15_000 })
  await expect(main).toContainText('Several controllers answered with this instance')
  await isWell()
  await main.getByRole('checkbox', { name: 'AHU-101' }).check()
  await main.getByRole('button', { name: 'Add to a space…' }).first().click()
  await main.getByLabel('Space').selectOption({ value: seedId('space', '41-1-1') })
  await isWell()
  await main.getByRole('button', { name: 'Review change' }).click()
  await expect(main).toContainText('AHU-101')
  await isWell()
  await main.getByRole('button', { name: 'Add 1 controller' }).click()
  await expect(main).toContainText('All changes were made')
  await main.getByRole('link', { name: 'AHU-101' }).click()
  await expect(main).toContainText('Writing to this controller is off')
  await isWell()
  await main.getByRole('link', { name: 'Points', exact: true }).first().click()
  await expect(main).toContainText('SupplyAirTemp')
  await expect(main).toContainText('21.5')
})
