/** Giving somebody roles in two customers and taking them away again, as somebody sees it in a browser. */
import { href } from '../../app/hrefs'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { countPages } from './count-pages'
import { expect, test } from './fixtures'
import { expectAccessible } from './look'

const at = (product: Console) => ({ tenantId: tenantIdOf(product.services.world, 'boreal') })
const rolesOf = (product: Console, name: string) =>
  href('userRoles', { ...at(product), userId: userIdOf(`${name}@boreal.example`) })

test('an administrator gives roles in two customers, sees the effect, and later takes everything away', async ({
  product,
  signIn,
}) => {
  const page = await signIn('amelie', `${href('users', at(product))}?lng=en`)
  await page.getByRole('link', { name: 'Hugo Lapointe', exact: true }).click()
  await page.getByRole('link', { name: 'Change roles' }).click()
  await page.getByLabel(/^Roles in customers/).check()
  await page.getByLabel('Académie Saint-Rémi').selectOption('Customer user')
  await page.getByLabel('Université Montcalm').selectOption('Customer administrator')
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(page.getByText('Assign the role “Customer user” in Académie Saint-Rémi.')).toBeVisible()
  await expect(page.getByText('Assign the role “Customer administrator” in Université Montcalm.')).toBeVisible()
  await page.getByLabel('Reason').fill('Looks after two campuses')
  await page.getByRole('button', { name: 'Change roles' }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  const held = page.getByRole('table', { name: 'Roles this person holds' })
  await expect(held.getByRole('row', { name: /Université Montcalm.*Customer administrator/ })).toBeVisible()

  await page.getByRole('link', { name: 'Change roles' }).click()
  await page.getByLabel(/^A role in the tenant/).check()
  await page.getByLabel('Role in Boréal Facilities').selectOption('No access: remove all roles')
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(page.getByText('End this person’s access to the tenant.')).toBeVisible()
  await page.getByLabel('Reason').fill('Left the company')
  await page.getByRole('button', { name: 'Change roles and end access' }).click()
  await expect(page.getByText('No role held', { exact: true })).toBeVisible()
})

test('from a customer in three pages with the effect shown, in French, and access ended from the person’s page', async ({
  product,
  signIn,
}) => {
  const customer = { ...at(product), customerId: customerIdOf('CUS1004') }
  const page = await signIn('amelie', href('customer', customer, { lng: 'fr' }))
  const pages = countPages(page)
  await page.getByRole('banner').getByRole('searchbox').fill('olivier bergeron')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olivier Bergeron')
  await page.getByRole('main').locator('summary', { hasText: 'Modifier les rôles' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Des rôles chez des clients').focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Académie Saint-Rémi').selectOption('Utilisateur du client')
  await page.getByLabel('Maple Ridge Health Network').selectOption('Administrateur du client')
  await page.getByRole('button', { name: 'Vérifier la modification' }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByText(/^Perd \d+ sites$/)).toBeVisible()
  await expect(page.getByText('Groupe Immobilier Laurier (3)')).toBeVisible()
  await expect(page.getByText(/^Ne pourra plus\s: .*Gérer les personnes/)).toBeVisible()
  await page.getByText('Autorisations après la modification').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Pas chez Académie Saint-Rémi/).first()).toBeVisible()
  await page.getByLabel('Motif').fill('Suit deux clients')
  await page.getByRole('button', { name: 'Modifier les rôles' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Maple Ridge Health Network.*Administrateur du client/ })).toBeVisible()
  await pages.expect(3)

  await page
    .getByRole('main')
    .locator('summary', { has: page.getByText('Autres actions', { exact: true }) })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Mettre fin à l’accès' }).click()
  await page.getByLabel('Motif').fill('A quitté l’entreprise')
  await page.getByRole('button', { name: 'Mettre fin à l’accès de 1 personne' }).click()
  await expect(page.getByText('Toutes les modifications ont été faites.')).toBeVisible()
  await page.getByRole('link', { name: 'Olivier Bergeron' }).click()
  await expect(page.getByText('Aucun rôle détenu')).toBeVisible()
})

test('people chosen in the list are changed together', async ({ product, signIn, javaScriptEnabled }) => {
  const page = await signIn('amelie', `${href('users', at(product))}?lng=en`)
  await page.getByLabel('Select Mei Chen').check()
  await page.getByLabel('Select Amélie Tremblay').check()
  await page.getByRole('button', { name: 'Assign role' }).click()
  await page.getByLabel('Role in Boréal Facilities').selectOption('Administrator')
  await page.getByRole('button', { name: 'Review change' }).click()
  await expect(page.getByText('your own account').first()).toBeVisible()
  if (javaScriptEnabled !== false) {
    await expectAccessible(page)
  }
  await page.getByLabel('Reason').fill('Stands in')
  await page.getByRole('button', { name: 'Assign role to 1 person' }).click()
  await expect(page.getByText('All changes were made.')).toBeVisible()
})

test('the whole change can be made by keyboard, and a forgotten reason leads back to its field', async ({
  product,
  signIn,
}) => {
  const page = await signIn('amelie', `${rolesOf(product, 'fatou.diallo')}?lng=en`)
  await page.getByLabel(/^Roles in customers/).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Maple Ridge Health Network').focus()
  await page.keyboard.type('Customer a')
  await page.getByRole('button', { name: 'Review change' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Change roles' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^Error: /)
  await page.getByRole('link', { name: 'Enter a reason. It is saved in the audit trail' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Moves to the hospitals')
  await page.getByRole('button', { name: 'Change roles' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(page.getByRole('row', { name: /Maple Ridge Health Network.*Customer administrator/ })).toBeVisible()

  await page.goto(rolesOf(product, 'fatou.diallo'))
  await page.getByLabel(/^A role in the tenant/).check()
  await page.getByLabel('Role in Boréal Facilities').selectOption('User')
  await page.getByRole('button', { name: 'Review change' }).click()
  await page.getByLabel('Reason').fill('Back in the tenant')
  await page.getByRole('button', { name: 'Change roles' }).click()
  await expect(page.getByText('holds the user role in Boréal Facilities')).toBeVisible()
})

test('a plan reads well in French, in the dark and on 320 pixels', async ({ product, signIn, javaScriptEnabled }) => {
  const page = await signIn('amelie', `${rolesOf(product, 'etienne.roy')}?lng=fr`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByLabel('Des rôles chez des clients').check()
  await page.getByLabel('Groupe Immobilier Laurier').selectOption('Administrateur du client')
  await page.getByRole('button', { name: 'Vérifier la modification' }).click()
  await expect(page.getByText('Requêtes envoyées, dans cet ordre')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Modifier', exact: true }).click()
  await expect(page.getByLabel('Groupe Immobilier Laurier')).toHaveValue(`${customerIdOf('CUS1001')}:customer-admin`)
  if (javaScriptEnabled === false) return
  await page.getByRole('button', { name: 'Vérifier la modification' }).click()
  await expectAccessible(page)
})

test('a user of the tenant is refused, and nadia is told whom to ask', async ({ product, signIn }) => {
  const page = await signIn('usha', `${rolesOf(product, 'mei.chen')}?lng=en`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not allowed to do this')
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByText('People')).toHaveCount(0)
  await page.context().clearCookies()
  await signIn('nadia', '/')
  await expect(page.getByText('Ask an administrator of Boréal Facilities')).toBeVisible()
})
