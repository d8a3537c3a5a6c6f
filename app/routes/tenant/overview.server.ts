/** What the page of a tenant shows: its customers with what they hold, what is known of it, and where one can go. */
import { tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { readableDomain } from '~/things/tenant/readable-domain.server'
import { customerSearch, findCustomers } from './find-customers.server'
import { isStartable } from './onboarding-status'

export async function tenantOverview(made: Reader, at: ParamsFor<'tenant'>, request: Request) {
  const { panel, may, person } = made
  const search = customerSearch(request, made)
  const [{ found: customers, refused }, facts] = await Promise.all([
    orRefused(request, findCustomers(made, at.tenantId, search, 50), { rows: [], total: 0, next: null }),
    may('tenant.read') ? panel(tenant.getTenant, { path: { id: at.tenantId } }) : null,
  ])
  const found = facts?.ok ? facts.value : null
  const known = person.info.tenants.find((one) => one.tenantId === at.tenantId)
  const kept = { q: search.q, archived: search.archived && '1' }
  return {
    at,
    name: found?.name ?? known?.name ?? '',
    facts: found && {
      code: found.tenantId,
      domains: (found.domains ?? []).map(readableDomain),
      totalUsers: found.totalUsers,
      onboardingStatus: found.onboardingStatus,
      isDisabled: found.isDisabled,
    },
    factsAreMissing: facts?.ok === false,
    isAuto: new URL(request.url).searchParams.has('auto'),
    refused,
    unclear: notUnderstood(request, { q: search.q, archived: search.archived || null }, refused),
    filter: { q: search.q, archived: search.archived },
    mayArchived: may('customer.archive'),
    links: {
      newCustomer: may('customer.create') ? href('newCustomer', at) : null,
      settings: may('tenant.update') ? href('tenantSettings', at) : null,
      onboarding: may('tenant.onboard') && isStartable(found) ? href('tenantOnboarding', at) : null,
      offboarding:
        may('tenant.onboard') && found?.onboardingStatus === 'onboarded' ? href('tenantOffboarding', at) : null,
      users: may('user.read') ? href('users', at) : null,
      initials: may('user.read') ? href('tenantInitials', at) : null,
      csv: href('customersCsv', at, kept),
    },
    rows: customers.rows,
    total: customers.total,
    firstHref: search.after ? href('tenant', at, kept) : undefined,
    nextHref: customers.next ? href('tenant', at, { ...kept, after: customers.next }) : undefined,
    age: made.age(),
    crumbs: [],
  }
}

export type TenantPageData = Awaited<ReturnType<typeof tenantOverview>>
