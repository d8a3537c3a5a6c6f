/** What an offboarding affects: the customers, people and controllers of a tenant. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'

type Ask = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

/** Customers whose controllers are counted; further ones make the count a minimum. */
const maxCounted = 100

export interface TenantHoldings {
  customers: number
  /** Null where the count is unavailable. */
  devices: number | null
  onboarded: number | null
  isCut: boolean
}

/** Counts archived customers, too. Controllers are counted per customer, as no call counts those of a tenant. */
export async function tenantHoldings(ask: Ask, tenantId: string): Promise<TenantHoldings> {
  const lists = await Promise.all(
    [false, true].map((archived) =>
      ask(tenant.listCustomers, { path: { id: tenantId }, query: { pageSize: 200, archived } }),
    ),
  )
  const customers = lists.flat()
  const isCut = customers.length > maxCounted || lists.some((list) => list.length === 200)
  try {
    const counts = await inParallel(customers.slice(0, maxCounted), 8, ({ id }) => ask(site.overview, { path: { id } }))
    const sum = (of: (data: (typeof counts)[number]['data']) => number) =>
      counts.reduce((total, { data }) => total + of(data), 0)
    return {
      customers: customers.length,
      devices: sum(({ devices }) => devices),
      onboarded: sum(({ devices, notOnboarded }) => devices - notOnboarded),
      isCut,
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { customers: customers.length, devices: null, onboarded: null, isCut }
  }
}
