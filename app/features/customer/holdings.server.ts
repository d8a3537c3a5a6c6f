/** The contents of a customer, for the pages that archive, restore or delete it. */
import { site } from '#contracts/site'
import { type Customer, tenant } from '#contracts/tenant'
import type { Reader } from '~/backend/reader.server'

export interface CustomerHoldings {
  groups: number
  sites: number
  projects: number
  /** Null while they cannot be counted. */
  devices: number | null
  people: number | null
}

export async function customerHoldings(
  { panel, may }: Pick<Reader, 'panel' | 'may'>,
  customer: Customer,
): Promise<CustomerHoldings> {
  const [overview, permissions] = await Promise.all([
    panel(site.overview, { path: { id: customer.id } }),
    may('custperm.read') ? panel(tenant.listCustomerPermissions, { path: { id: customer.tenantId } }) : null,
  ])
  const ownPermissions = permissions?.ok
    ? permissions.value.filter(({ customerId }) => customerId === customer.id)
    : null
  return {
    groups: customer.siteGroupCount,
    sites: customer.siteCount,
    projects: customer.projectCount,
    devices: overview.ok ? overview.value.data.devices : null,
    people: ownPermissions && new Set(ownPermissions.map(({ userId }) => userId)).size,
  }
}

/** Returns the code, the archived state and the contents of a customer, shown above the plan of a change to it. */
export async function customerSummary(page: Pick<Reader, 'panel' | 'may'>, customer: Customer) {
  const { customerId: code, archived: isArchived } = customer
  return { code, isArchived, holds: await customerHoldings(page, customer) }
}

export type CustomerSummary = Awaited<ReturnType<typeof customerSummary>>
