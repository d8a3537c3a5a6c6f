/** Tenants, customers and people of the demonstration, and their roles (domain §11.1). */
import { fold } from '../contracts/fold'
import { nilId } from '../contracts/permissions'
import type { Account } from '../identity/directory'
import { seedId } from '../kit/deterministic'
import type { World } from '../kit/world'

type Role = 'admin' | 'user'

interface DemoPerson {
  login?: string
  firstName: string
  lastName: string
  tenant: string
  tenantRole?: Role
  customerRoles?: Record<string, Role>
  language: 'en' | 'fr'
  unit: 'metric' | 'us'
  region: string
}

const tenants: readonly { code: string; name: string; status?: string; disabled?: boolean }[] = [
  { code: 'root', name: 'Nordhaven Platform' },
  { code: 'boreal', name: 'Boréal Facilities' },
  { code: 'lakeshore', name: 'Lakeshore Building Services' },
  { code: 'summit', name: 'Summit Controls Group' },
  { code: 'rivegauche', name: 'Rive Gauche Énergie' },
  { code: 'piedmont', name: 'Piedmont Mechanical' },
  { code: 'cascadia', name: 'Cascadia Integrators' },
  { code: 'prairie', name: 'Prairie Automation', status: 'inProgress' },
  { code: 'atlantic', name: 'Atlantic Comfort', status: 'failed' },
  { code: 'delta', name: 'Delta Retrofit', status: 'offboarded', disabled: true },
]

interface Customer {
  code: string
  name: string
  description: string
}

const customers: readonly Customer[] = [
  { code: 'CUS1001', name: 'Groupe Immobilier Laurier', description: 'Offices and retail in Québec.' },
  { code: 'CUS1002', name: 'Maple Ridge Health Network', description: 'Hospitals, clinics and their data hall.' },
  { code: 'CUS1003', name: 'Académie Saint-Rémi', description: 'A campus and its workshops.' },
  { code: 'CUS1004', name: 'Université Montcalm', description: 'Three campuses with a fleet of 120 controllers.' },
]

const canadian = { tenant: 'boreal', unit: 'metric', region: 'CA' } as const

const people: readonly DemoPerson[] = [
  {
    login: 'marcus',
    firstName: 'Marcus',
    lastName: 'Reid',
    tenant: 'root',
    tenantRole: 'admin',
    language: 'en',
    unit: 'us',
    region: 'US',
  },
  { login: 'amelie', firstName: 'Amélie', lastName: 'Tremblay', tenantRole: 'admin', language: 'fr', ...canadian },
  { login: 'usha', firstName: 'Usha', lastName: 'Raman', tenantRole: 'user', language: 'en', ...canadian },
  {
    login: 'claire',
    firstName: 'Claire',
    lastName: 'Fontaine',
    customerRoles: { CUS1001: 'user', CUS1002: 'admin' },
    language: 'fr',
    ...canadian,
    region: 'FR',
  },
  {
    login: 'paul',
    firstName: 'Paul',
    lastName: 'Gagné',
    customerRoles: { CUS1003: 'user' },
    language: 'fr',
    ...canadian,
  },
  { login: 'nadia', firstName: 'Nadia', lastName: 'Haddad', language: 'en', ...canadian, unit: 'us', region: 'US' },
  { firstName: 'Olivier', lastName: 'Bergeron', tenantRole: 'admin', language: 'fr', ...canadian },
  { firstName: 'Grace', lastName: 'Okafor', tenantRole: 'admin', language: 'en', ...canadian },
  { firstName: 'Hugo', lastName: 'Lapointe', tenantRole: 'user', language: 'fr', ...canadian },
  { firstName: 'Mei', lastName: 'Chen', tenantRole: 'user', language: 'en', ...canadian },
  { firstName: 'Sofia', lastName: 'Marchetti', tenantRole: 'user', language: 'en', ...canadian },
  { firstName: 'Étienne', lastName: 'Roy', tenantRole: 'user', language: 'fr', ...canadian },
  { firstName: 'Daniel', lastName: 'Whitehorse', tenantRole: 'user', language: 'en', ...canadian },
  { firstName: 'Fatou', lastName: 'Diallo', tenantRole: 'user', language: 'fr', ...canadian },
]

/** The login of the guest. */
const guestLogin = 'guest'

/** Sees the wall view of the demonstration without a password, and may change nothing. */
const guest: DemoPerson & { login: string } = {
  login: guestLogin,
  firstName: 'Wall',
  lastName: 'Guest',
  customerRoles: { CUS1004: 'user' },
  language: 'en',
  ...canadian,
}

const ascii = (name: string) => fold(name).replace(/[^a-z]/g, '')
const emailOf = ({ firstName, lastName, tenant }: DemoPerson) =>
  `${ascii(firstName)}.${ascii(lastName)}@${tenant}.example`
const keyOf = (person: DemoPerson) => person.login ?? emailOf(person)

/** The six people who can sign in, in the order of the story, and the guest. */
export const accounts: readonly Account[] = [...people, guest].flatMap((person) =>
  person.login
    ? [
        {
          id: seedId('account', person.login),
          login: person.login,
          firstName: person.firstName,
          lastName: person.lastName,
          email: emailOf(person),
          language: person.language,
          isGuest: person === guest,
        },
      ]
    : [],
)

/** Returns ids by code, for seeds of what belongs to a tenant or customer. */
export const tenantIdOf = (world: Pick<World, 'settings'>, code: string) =>
  code === 'root' ? world.settings.rootTenantId : seedId('tenant', code)
export const customerIdOf = (code: string) => seedId('customer', code)
export const userIdOf = (loginOrEmail: string) => seedId('user', loginOrEmail)

/** The additional customer of the profile `large`. */
export const estatesCustomer: Customer = {
  code: 'CUS2001',
  name: 'Nordhaven Estates',
  description: 'A thousand sites on two continents.',
}

/** Writes them and the customers of the demonstration, followed by `others`; `epoch` (ms) is when they were created. */
export function seedPeople(world: World, epoch: number, others: readonly Customer[] = []): void {
  const { store } = world
  for (const { code, name, status = 'onboarded', disabled = false } of tenants) {
    store.run(
      `INSERT INTO tenant (id, code, name, onboarding_status, is_disabled, default_customer_id, domains, version)
       VALUES (?,?,?,?,?,?,?,1)`,
      tenantIdOf(world, code),
      code,
      name,
      status,
      disabled ? 1 : 0,
      code === 'boreal' ? customerIdOf('CUS1001') : nilId,
      JSON.stringify([`${code}.example`]),
    )
  }
  const boreal = tenantIdOf(world, 'boreal')
  for (const { code, name, description } of [...customers, ...others]) {
    store.run(
      'INSERT INTO customer (id, tenant_id, code, name, description, archived, version) VALUES (?,?,?,?,?,0,1)',
      customerIdOf(code),
      boreal,
      code,
      name,
      description,
    )
  }
  people.forEach((person, index) => {
    seedPerson(world, person, epoch - (people.length - index) * 86_400_000)
  })
  seedPerson(world, guest, epoch)
}

/**
 * Writes the record with which the console's own client can revoke roles everywhere: an administrator of the root
 * tenant. Once; nothing without such a client.
 */
export function seedOwnClient(world: World): void {
  const { store, settings, clock } = world
  const { ownClient, rootTenantId, roleIds } = settings
  if (!ownClient || store.get('SELECT 1 FROM tenant_user WHERE login = ?', ownClient.id)) return
  const id = userIdOf(`client ${ownClient.id}`)
  store.run(
    `INSERT INTO tenant_user (id, tenant_id, email, login, first_name, last_name, initials, language, region, unit, created_at, version)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,1)`,
    id,
    rootTenantId,
    `${ownClient.id}@root.example`,
    ownClient.id,
    'Plantroom',
    ownClient.id,
    'PR0',
    'en',
    null,
    'metric',
    clock.now(),
  )
  store.run('INSERT INTO permission (tenant_id, user_id, role_id) VALUES (?,?,?)', rootTenantId, id, roleIds.admin)
}

function seedPerson(world: World, person: DemoPerson, createdAt: number): void {
  const { store, settings } = world
  const id = userIdOf(keyOf(person))
  const tenantId = tenantIdOf(world, person.tenant)
  store.run(
    `INSERT INTO tenant_user (id, tenant_id, email, login, first_name, last_name, initials, language, region, unit, created_at, version)
     VALUES (?,?,?,?,?,?,?,?,?,?,?,1)`,
    id,
    tenantId,
    emailOf(person),
    person.login ?? null,
    person.firstName,
    person.lastName,
    person.firstName.charAt(0) + person.lastName.charAt(0),
    person.language,
    person.region,
    person.unit,
    createdAt,
  )
  if (person.tenantRole) {
    store.run(
      'INSERT INTO permission (tenant_id, user_id, role_id) VALUES (?,?,?)',
      tenantId,
      id,
      settings.roleIds[person.tenantRole],
    )
  }
  for (const [code, role] of Object.entries(person.customerRoles ?? {})) {
    store.run(
      'INSERT INTO customer_permission (tenant_id, customer_id, user_id, role_id) VALUES (?,?,?,?)',
      tenantId,
      customerIdOf(code),
      id,
      settings.roleIds[role],
    )
  }
}
