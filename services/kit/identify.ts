/** The identity of the caller, and the check of the tenant headers (domain §0, design §9). */
import type { FastifyRequest } from 'fastify'
import { nilId } from '../contracts/permissions'
import { fail } from './api-error'
import { type Caller, effectiveRoleAt } from './caller'
import { callerOf, isBound } from './people'
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
  if (!bearer) fail(4001)
  const claims = await world.tokens.claimsOf(bearer)
  const unnamed = !claims.email && !claims.username && !isBound(world.store, claims)
  return callerOf(world, unnamed ? ((await world.tokens.fetchUserinfo(bearer)) ?? claims) : claims)
}

/**
 * Checks the headers against each other and against the caller. Returns the scope they name, including the tenant of
 * the customer; the call is limited to it (kit/caller).
 */
export function requestedScopeOf(world: World, caller: Caller, request: FastifyRequest): Caller['requestedScope'] {
  const { store, settings } = world
  const scopeHeader = (name: string) => {
    const value = headerOf(request, name)
    return value === nilId ? undefined : value
  }
  const organization = scopeHeader('x-organization')
  const tenant = scopeHeader(settings.headers.tenant)
  if (organization && tenant && organization !== tenant) fail(4002)
  const tenantId = organization ?? tenant
  if (tenantId) {
    if (caller.disabledTenants.has(tenantId)) fail(4905)
    const exists = store.get('SELECT 1 FROM tenant WHERE id = ?', tenantId)
    if (!exists || effectiveRoleAt(caller, { tenantId }) === undefined) fail(4003)
  }
  const customerId = scopeHeader(settings.headers.customer)
  const scope = customerId ? scopeOfCustomer(store, customerId) : undefined
  if (customerId) {
    const role = scope && effectiveRoleAt(caller, scope)
    if (!role || role === 'no-access' || (tenantId && scope.tenantId !== tenantId)) fail(4003)
  }
  if (!caller.records.size && caller.disabledTenants.size) fail(4905)
  return scope ?? { tenantId }
}
