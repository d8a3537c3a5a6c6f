/**
 * Onboarding and offboarding of tenants: `notOnboarded → inProgress → onboarded → offboarding → offboarded`,
 * `inProgress → failed → inProgress` (domain §9.1). Both take a few seconds on the clock.
 */
import { randomUUID } from 'node:crypto'
import type { tenant } from '../contracts/tenant'
import { fail } from '../kit/api-error'
import type { Handlers, ServiceCall } from '../kit/call'
import { type Caller, isInRequestedScope, requireSomewhere } from '../kit/caller'
import { invite, namesFrom } from '../kit/invite'
import { scopeOfTenant } from '../kit/scope'
import type { World } from '../kit/world'
import { parseDomains, withWarnings } from './domains'
import { insertTenant, requireName } from './manage-tenants'
import { parseEmail } from './person-rules'
import { findTenant, type TenantRecord, toTenant } from './rows'

type Contract = Pick<typeof tenant, 'onboardTenant' | 'offboardTenant'>
type Body = ServiceCall<typeof tenant.onboardTenant>['body']

const onboardingMs = 5_000
const offboardingMs = 5_000
const startable: readonly TenantRecord['onboarding_status'][] = ['notOnboarded', 'failed']

export const tenantOnboarding: Handlers<Contract> = {
  onboardTenant({ body, caller, world, touched }) {
    requireSomewhere(caller, 'tenant.onboard')
    const id = resolveTenant(world, caller, body)
    touched(id)
    const { domains } = toTenant(findTenant(world.store, id))
    const email = parseEmail(body.adminEmail, { domains: domains ?? [], field: 'adminEmail' })
    grantAdmin(world, id, email)
    move(world, id, 'inProgress')
    world.jobs.schedule('tenant.onboarded', world.clock.now() + onboardingMs, { tenantId: id }, `tenant:${id}`)
    return { operationId: randomUUID(), data: [withWarnings(toTenant(findTenant(world.store, id)))] }
  },

  /** Its controllers are unchanged, but people of the tenant lose access to them. */
  offboardTenant({ params, query, world, require }) {
    const { store, settings, jobs, clock } = world
    require(scopeOfTenant(store, params.id))
    const row = findTenant(store, params.id)
    if (row.id === settings.rootTenantId) fail(4904)
    if (row.onboarding_status !== 'onboarded') {
      fail(4000, { errors: { onboardingStatus: 'errors.tenant.notOnboarded' } })
    }
    if (!query.force && store.get('SELECT 1 FROM device WHERE tenant_id = ? AND onboarded = 1 LIMIT 1', row.id)) {
      fail(4903)
    }
    move(world, row.id, 'offboarding')
    jobs.schedule('tenant.offboarded', clock.now() + offboardingMs, { tenantId: row.id }, `tenant:${row.id}`)
    return { operationId: randomUUID(), data: [toTenant(findTenant(store, row.id))] }
  },
}

/**
 * Registers the job that ends either transition. A domain under `.invalid` can never be verified (RFC 2606), so its
 * tenant fails.
 */
export function registerTenantOnboarding(world: World): void {
  const { store, jobs } = world
  const find = (id: string, status: TenantRecord['onboarding_status']) =>
    store.get<{ domains: string }>('SELECT domains FROM tenant WHERE id = ? AND onboarding_status = ?', id, status)

  jobs.onRealTime<{ tenantId: string }>('tenant.onboarded', ({ tenantId }) => {
    const row = find(tenantId, 'inProgress')
    if (!row) return
    const domains = JSON.parse(row.domains) as string[]
    move(world, tenantId, domains.some((domain) => domain.endsWith('.invalid')) ? 'failed' : 'onboarded')
  })
  jobs.onRealTime<{ tenantId: string }>('tenant.offboarded', ({ tenantId }) => {
    if (!find(tenantId, 'offboarding')) return
    move(world, tenantId, 'offboarded')
    store.run('UPDATE tenant SET is_disabled = 1 WHERE id = ?', tenantId)
  })
}

const move = ({ store }: World, id: string, status: TenantRecord['onboarding_status']) =>
  store.run('UPDATE tenant SET onboarding_status = ?, version = version + 1 WHERE id = ?', status, id)

/**
 * Returns the tenant to onboard, with the name and domains of the body: an existing one by code or id, or a new one.
 */
function resolveTenant({ store }: World, caller: Caller, body: Body): string {
  const existing = store.get<{ id: string }>(
    'SELECT id FROM tenant WHERE code = ? OR id = ?',
    body.tenantId,
    body.tenantId,
  )
  if (!existing) {
    const name = body.name ?? fail(4000, { errors: { name: 'errors.field.required' } })
    return insertTenant(store, { code: body.tenantId, name, domains: body.domains ?? [] })
  }
  if (!isInRequestedScope(caller, { tenantId: existing.id })) fail(4005)
  const row = findTenant(store, existing.id)
  if (!startable.includes(row.onboarding_status)) {
    fail(4008, { errors: { tenantId: 'errors.tenant.alreadyOnboarded' } })
  }
  const name = body.name ?? row.name
  requireName(store, name, row.id)
  const domains = body.domains ? JSON.stringify(parseDomains(store, body.domains, row.id)) : row.domains
  store.run('UPDATE tenant SET name = ?, domains = ? WHERE id = ?', name, domains, row.id)
  return row.id
}

function grantAdmin(world: World, tenantId: string, email: string): void {
  const { store, settings } = world
  const user = store.get<{ id: string }>(
    'SELECT id FROM tenant_user WHERE tenant_id = ? AND email = ?',
    tenantId,
    email,
  )
  const id = user?.id ?? invite(world, { tenantId, email, ...namesFrom(email) })
  if (store.get('SELECT 1 FROM customer_permission WHERE user_id = ?', id)) fail(4907)
  store.run(
    'INSERT INTO permission (tenant_id, user_id, role_id) VALUES (?,?,?) ON CONFLICT DO NOTHING',
    tenantId,
    id,
    settings.roleIds.admin,
  )
}
