/** The data of the page of a tenant other than its customers: facts and links. */
import { publicMailDomains } from '#contracts/organisation'
import { nilId } from '#contracts/permissions'
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { offboardingRefusal } from './offboarding-plan.server'
import { isStartable } from './onboarding-status'
import { readableDomain } from './shared/readable-domain.server'

export async function tenantOverview(reader: Reader, at: ParamsFor<'tenant'>, request: Request) {
  const { panel, may, person } = reader
  const facts = may('tenant.read') ? await panel(tenant.getTenant, { path: { id: at.tenantId } }) : null
  const record = facts?.ok ? facts.value : null
  const search = new URL(request.url).searchParams
  const membership = person.info.tenants.find((one) => one.tenantId === at.tenantId)
  return {
    at,
    name: record?.name ?? membership?.name ?? '',
    facts: record && {
      code: record.tenantId,
      domains: (record.domains ?? []).map((domain) => ({
        text: readableDomain(domain),
        isPublic: publicMailDomains.has(domain.toLowerCase()),
      })),
      defaultCustomer: await defaultCustomer(reader, at, record.customerId),
      totalUsers: record.totalUsers,
      onboardingStatus: record.onboardingStatus,
      isDisabled: record.isDisabled,
    },
    factsAreMissing: facts?.ok === false,
    isAuto: search.has('auto'),
    /** The trail with the change shown after a redirect: a new tenant had no trail yet. */
    trailOf: search.has('created') ? config().rootTenantId : at.tenantId,
    links: {
      newCustomer: may('customer.create') ? href('newCustomer', at) : null,
      settings: may('tenant.update') ? href('tenantSettings', at) : null,
      onboarding: may('tenant.onboard') && isStartable(record) ? href('tenantOnboarding', at) : null,
      offboarding:
        may('tenant.onboard') && record && offboardingRefusal(record) === null ? href('tenantOffboarding', at) : null,
      users: may('user.read') ? href('users', at) : null,
      initials: may('user.read') ? href('tenantInitials', at) : null,
    },
  }
}

/** Returns the default customer of a tenant; null without one, and while it cannot be read. */
async function defaultCustomer({ panel }: Reader, at: ParamsFor<'tenant'>, customerId: string | undefined) {
  if (!customerId || customerId === nilId) return null
  const customer = await panel(tenant.getCustomer, { path: { id: customerId } })
  if (!customer.ok) return null
  const { id, name } = customer.value
  return { name, href: href('customer', { ...at, customerId: id }) }
}

export type TenantPageData = Awaited<ReturnType<typeof tenantOverview>>
