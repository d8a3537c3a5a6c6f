/** Checks before every change of the tree (domain §9.3, §10). */
import type { IncomingHttpHeaders } from 'node:http'
import { fold } from '../../contracts/fold'
import { fail } from '../../kit/api-error'
import type { Caller, PermissionTarget } from '../../kit/caller'
import { requireCurrent } from '../../kit/etag'
import { isArchived } from '../../kit/require-on-some-device'
import type { TenantScope } from '../../kit/scope'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'

interface WriteCall {
  world: World
  require(target: PermissionTarget | undefined): void
}

/** Throws unless the caller may change the scope, and for an archived customer (4202); returns the scope. */
export function requireScopeWritable(
  { world, require }: WriteCall,
  scope: TenantScope | undefined,
): { tenantId: string; customerId: string } {
  require(scope)
  if (!scope?.customerId) fail(4005)
  if (isArchived(world, scope.customerId)) fail(4202)
  return { tenantId: scope.tenantId, customerId: scope.customerId }
}

/** Throws when `If-Match` names another version than the current one. */
export function requireMatch(headers: IncomingHttpHeaders, current: { eTag?: string }): void {
  requireCurrent({ body: undefined, ifMatch: headers['if-match'], current: { ...current, eTag: current.eTag ?? '' } })
}

/** Returns the caller as records store them. */
export function callerPerson(caller: Caller, tenantId: string): { id: string; fullName: string } {
  return { id: caller.records.get(tenantId) ?? caller.personId ?? caller.subject, fullName: caller.fullName }
}

interface Siblings {
  table: 'site_group' | 'site' | 'building' | 'space' | 'device'
  /** Trusted SQL: the rows at the same place. */
  where: string
  parameters: readonly (string | null)[]
  /** Id of the node itself, when it already exists. */
  id?: string
}

/** Throws 4008 for a name that another node at the same place has, ignoring case and accents. */
export function requireFreeName(store: Store, name: string, { table, where, parameters, id }: Siblings): void {
  const others = store.all<{ id: string; name: string }>(`SELECT id, name FROM ${table} WHERE ${where}`, ...parameters)
  if (others.some((other) => other.id !== id && fold(other.name) === fold(name))) {
    fail(4008, { errors: { name: 'errors.name.duplicate' } })
  }
}
