/** The data of the frame around every signed-in page: the person, the place and the menu. */
import { type Customer, tenant } from '#contracts/tenant'
import { roleAt } from '~/backend/person.server'
import type { Reader } from '~/backend/reader.server'
import { tenantUserOf, unitSystemOf } from '~/backend/tenant-user'
import { type WaitingWork, waitingWork } from '~/backend/waiting-work.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { href } from '~/hrefs'
import { may as mayAs } from '~/permissions'
import { enterable } from './last-place.server'
import { menu } from './menu'

interface Place {
  tenantId?: string | undefined
  customerId?: string | undefined
}

const noWork: WaitingWork = {}

/** Returns the frame's data for a place; without a tenant only the person. */
export async function frameData(reader: Reader, place: Place) {
  const { person, panel, may, role, session, features } = reader
  const { tenantId, customerId } = place
  const own = person.info.tenants.find((one) => one.tenantId === tenantId)
  // The pages of a tenant keep the customer visited last in the menu.
  const lastCustomerId =
    customerId ?? (tenantId && session.lastTenantId === tenantId ? session.lastCustomerId : null) ?? undefined
  const lastCustomerRole =
    tenantId && lastCustomerId && !customerId ? roleAt(person, { tenantId, customerId: lastCustomerId }) : role
  const mayRead = lastCustomerRole !== null && mayAs(lastCustomerRole.role, 'customer.read')
  // Customers in which the person has a role are known, so the page does not wait for their names.
  const listedCustomer =
    mayRead && !customerId ? person.info.customers.find(({ id }) => id === lastCustomerId) : undefined
  const [tenantRead, customerRead, work] = await Promise.all([
    tenantId && !own && may('tenant.read') ? panel(tenant.getTenant, { path: { id: tenantId } }) : null,
    lastCustomerId && !listedCustomer && mayRead ? panel(tenant.getCustomer, { path: { id: lastCustomerId } }) : null,
    lastCustomerId && lastCustomerRole && mayAs(lastCustomerRole.role, 'hierarchy.read')
      ? waitingWork(reader, lastCustomerId)
      : noWork,
  ])
  // Only people with access to every tenant can reach a tenant that does not exist.
  if (tenantRead && !tenantRead.ok && tenantRead.problem.status === 404) throw new Response(null, { status: 404 })
  const tenantName = own?.name ?? (tenantRead?.ok ? tenantRead.value.name : null)
  const candidate = listedCustomer ?? (customerRead?.ok ? customerRead.value : null)
  const customer = candidate?.tenantId === tenantId ? candidate : null
  const record = tenantUserOf(person, tenantId)
  return {
    person: {
      name: record ? displayName(record) || person.fullName : session.person.name,
      initials: initialsOf(record ?? {}),
      role: role.role,
    },
    unit: unitSystemOf(person, tenantId),
    tenant: tenantId && tenantName ? { name: tenantName, href: href('tenant', { tenantId }) } : null,
    customer: tenantId && customerId && customer ? linkTo(customer) : null,
    /** The customer of the menu's entries: that of the page, otherwise the last one of its tenant. */
    scope: tenantId && customer ? linkTo(customer) : null,
    menu: menu({
      tenantId,
      customerId: customer?.id ?? customerId,
      role: role.role,
      customerRole: lastCustomerRole?.role,
      features,
    }),
    /** The counts beside the entries of the menu. */
    work,
    searchHref: may('hierarchy.read') ? searchHref(place) : null,
    suggestionsHref: may('hierarchy.read') ? suggestionsHref(place) : null,
    now: new Date().toISOString(),
    switchHref: hasChoice(person) ? href('home', {}, { choose: 1 }) : undefined,
  }
}

/** Whether the person can enter more than one tenant or customer. */
const hasChoice = (person: Reader['person']) =>
  person.isSuper || enterable(person).length > 1 || person.info.customers.length > 1

function searchHref({ tenantId, customerId }: Place): string | null {
  if (!tenantId) return null
  return customerId ? href('search', { tenantId, customerId }) : href('tenantSearch', { tenantId })
}

function suggestionsHref({ tenantId, customerId }: Place): string | null {
  if (!tenantId) return null
  return customerId
    ? href('searchSuggestions', { tenantId, customerId })
    : href('tenantSearchSuggestions', { tenantId })
}

const linkTo = ({ id, tenantId, name }: Customer) => ({ name, href: href('customer', { tenantId, customerId: id }) })

export type FrameData = Awaited<ReturnType<typeof frameData>>
