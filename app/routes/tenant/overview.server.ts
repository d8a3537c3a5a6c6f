/** The data of the page of a tenant other than its customers: facts and links. */
import { publicMail } from '#contracts/organisation'
import { nilId } from '#contracts/permissions'
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { readableDomain } from '~/things/tenant/readable-domain.server'
import { whyNot } from './offboarding-plan.server'
import { isStartable } from './onboarding-status'

export async function tenantOverview(made: Reader, at: ParamsFor<'tenant'>, request: Request) {
  const { panel, may, person } = made
  const facts = may('tenant.read') ? await panel(tenant.getTenant, { path: { id: at.tenantId } }) : null
  const found = facts?.ok ? facts.value : null
  const search = new URL(request.url).searchParams
  const known = person.info.tenants.find((one) => one.tenantId === at.tenantId)
  return {
    at,
    name: found?.name ?? known?.name ?? '',
    facts: found && {
      code: found.tenantId,
      domains: (found.domains ?? []).map((domain) => ({
        text: readableDomain(domain),
        isPublic: publicMail.has(domain.toLowerCase()),
      })),
      defaultCustomer: await defaultCustomer(made, at, found.customerId),
      totalUsers: found.totalUsers,
      onboardingStatus: found.onboardingStatus,
      isDisabled: found.isDisabled,
    },
    factsAreMissing: facts?.ok === false,
    isAuto: search.has('auto'),
    /** The trail with the change shown after a redirect: a new tenant had no trail yet. */
    trailOf: search.has('created') ? config().rootTenantId : at.tenantId,
    links: {
      newCustomer: may('customer.create') ? href('newCustomer', at) : null,
      settings: may('tenant.update') ? href('tenantSettings', at) : null,
      onboarding: may('tenant.onboard') && isStartable(found) ? href('tenantOnboarding', at) : null,
      offboarding: may('tenant.onboard') && found && whyNot(found) === null ? href('tenantOffboarding', at) : null,
      users: may('user.read') ? href('users', at) : null,
      initials: may('user.read') ? href('tenantInitials', at) : null,
    },
  }
}

/** Returns the default customer of a tenant; null without one, and while it cannot be read. */
async function defaultCustomer({ panel }: Reader, at: ParamsFor<'tenant'>, customerId: string | undefined) {
  if (!customerId || customerId === nilId) return null
  const told = await panel(tenant.getCustomer, { path: { id: customerId } })
  if (!told.ok) return null
  const { id, name } = told.value
  return { name, href: href('customer', { ...at, customerId: id }) }
}

export type TenantPageData = Awaited<ReturnType<typeof tenantOverview>>
