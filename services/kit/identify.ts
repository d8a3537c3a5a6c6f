/** The identity of the caller, and the check of the tenant headers (domain §0, design §9). */
import type { FastifyRequest } from 'fastify'
import { nilId } from '../contracts/permissions'
import { type Caller, roleAt } from './caller'
import { callerOf, isBound } from './people'
import { refuse } from './refusal'
import { scopeOfCustomer } from './scope'
import type { World } from './world'

/** Returns the value of a header that occurs once and is not empty. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value ? value : undefined
}

/** Returns the caller of the bearer token. Throws 4001 when there is none. */
export async function identify(world: World, request: FastifyRequest): Promise<Caller> {
  const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
  if (!bearer) refuse(4001)
  const claims = await world.tokens.claimsOf(bearer)
  const unnamed = !claims.email && !claims.username && !isBound(world.store, claims)
  return callerOf(world, unnamed ? ((await world.tokens.askIssuer(bearer)) ?? claims) : claims)
}

/**
 * Checks the headers against each other and against the caller. Returns the scope they name, including the tenant of
 * the customer; the call is limited to it (kit/caller).
 */
export function addressedBy(world: World, caller: Caller, request: FastifyRequest): Caller['addressed'] {
  const { store, settings } = world
  const named = (name: string) => {
    const value = headerOf(request, name)
    return value === nilId ? undefined : value
  }
  const organization = named('x-organization')
  const tenant = named(settings.headers.tenant)
  if (organization && tenant && organization !== tenant) refuse(4002)
  const tenantId = organization ?? tenant
  if (tenantId) {
    if (caller.disabledTenants.has(tenantId)) refuse(4905)
    const exists = store.get('SELECT 1 FROM tenant WHERE id = ?', tenantId)
    if (!exists || roleAt(caller, { tenantId }) === undefined) refuse(4003)
  }
  const customerId = named(settings.headers.customer)
  const scope = customerId ? scopeOfCustomer(store, customerId) : undefined
  if (customerId) {
    const role = scope && roleAt(caller, scope)
    if (!role || role === 'no-access' || (tenantId && scope.tenantId !== tenantId)) refuse(4003)
  }
  if (!caller.records.size && caller.disabledTenants.size) refuse(4905)
  return scope ?? { tenantId }
}
