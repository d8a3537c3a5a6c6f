/**
 * How calls are declared. A contract module declares each call of its service once, as the specification writes it; the
 * console's transport and the service's server are both derived from that declaration (spec §7, design §5).
 */
import type { z } from 'zod'
import type { Capability } from './permissions'

export type ServiceName = 'tenant' | 'site' | 'package' | 'product' | 'operations' | 'device-configuration' | 'designer'

/** Base path of each service; the configured address of a service is an origin only (spec §7). */
export const basePaths = {
  tenant: '/tenant/api/v1',
  site: '/site/api/v1',
  package: '/package/api/v1',
  product: '/product/api/v1',
  operations: '/resolve-api/api',
  'device-configuration': '/deviceconfiguration/api/v1',
  designer: '/designer/api/v1',
} as const satisfies Record<ServiceName, string>

/** The specification's names for groups of data that become stale together (spec §3). */
export const dataAreas = [
  'ackAlarms',
  'admin',
  'alarms',
  'associated',
  'BACnet',
  'builderTenants',
  'buildings',
  'configurationTemplates',
  'controllers',
  'currentUser',
  'customerPermissions',
  'customers',
  'deployments',
  'designerTemplates',
  'deviceConfiguration',
  'deviceEquipment',
  'deviceTime',
  'devices',
  'equipment',
  'faultRules',
  'faults',
  'features',
  'gfx',
  'historian',
  'initials',
  'internalVariables',
  'licenses',
  'network',
  'notes',
  'occurrences',
  'onboarding',
  'packages',
  'points',
  'products',
  'publicIP',
  'scheduler',
  'schedules',
  'siteGroups',
  'sites',
  'spaces',
  'tenants',
  'timeZones',
  'trends',
  'tunneling',
  'tunnels',
  'users',
  'vendors',
] as const
export type DataArea = (typeof dataAreas)[number]

/** By effect, not by verb: `POST /alarms` with a filter is a read (design §5). */
export type Effect = 'read' | 'write'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** `GET /tenants/{id}/customers`, as the specification writes it, with or without the leading slash. */
export type CallLine = `${Method} ${string}`

/** The parameter names between braces in a path. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown

export interface CallDetails<Query extends z.ZodType, Body extends z.ZodType, Reply extends z.ZodType> {
  /** The data area the call reads or invalidates. */
  area: DataArea
  /** The capability the caller needs (permissions.ts). */
  capability: Capability
  query?: Query
  body?: Body
  reply: Reply
  /**
   * The body is multipart/form-data: one file of at most `maxBytes`, and `body` has its text fields. `tooLarge` is the
   * message key for a larger file.
   */
  upload?: { maxBytes: number; tooLarge?: string }
  /** HTTP status of success; 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** Error codes this call can return besides 4000–4005 and 5003/5099. */
  errors?: readonly number[]
  /** One sentence that describes the call to a person. */
  meaning: string
  /** The reply is a file of bytes rather than JSON. */
  download?: boolean
  /** A bare list that pages by `pageSize`/`continuationToken`, `X-Total-Count` and `Link` (domain §0). */
  paged?: boolean
  /** An extension beyond the 146 calls of the specification (domain §17). */
  extension?: boolean
}

export interface Endpoint<
  L extends CallLine = CallLine,
  E extends Effect = Effect,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> extends CallDetails<Query, Body, Reply> {
  line: L
  method: Method
  /** Path below the base path, with its leading slash. */
  path: string
  effect: E
  service: ServiceName
  /** The key it is declared under; the name of its handler. */
  name: string
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where any endpoint at all is meant
export type AnyEndpoint = Endpoint<any, any, any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: as above, for reads only
export type ReadEndpoint = Endpoint<any, 'read', any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: as above, for writes only
export type WriteEndpoint = Endpoint<any, 'write', any, any, any>

type PathOf<L extends CallLine> = L extends `${Method} ${infer Path}` ? Path : never

export type ParamsOf<E extends AnyEndpoint> = E extends Endpoint<infer L, Effect> ? PathParams<PathOf<L>> : never
export type QueryOf<E extends AnyEndpoint> = z.input<NonNullable<E['query']>>
export type BodyOf<E extends AnyEndpoint> = z.input<NonNullable<E['body']>>
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>

type Declared<
  L extends CallLine,
  E extends Effect,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
> = Omit<Endpoint<L, E, Q, B, R>, 'service' | 'name'>

function declare<L extends CallLine, E extends Effect, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  effect: E,
  line: L,
  details: CallDetails<Q, B, R>,
): Declared<L, E, Q, B, R> {
  const space = line.indexOf(' ')
  const pathText = line.slice(space + 1).split('?')[0] ?? ''
  return {
    ...details,
    line,
    effect,
    method: line.slice(0, space) as Method,
    path: pathText.startsWith('/') ? pathText : `/${pathText}`,
  }
}

/** Declares a call that changes nothing, whatever its verb. */
export function read<L extends CallLine, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  line: L,
  details: CallDetails<Q, B, R>,
) {
  return declare('read', line, details)
}

/** Declares a call that changes something; only `mutate` can send it. */
export function write<L extends CallLine, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  line: L,
  details: CallDetails<Q, B, R>,
) {
  return declare('write', line, details)
}

/** Assigns declared calls to their service and names each by its key. */
export function service<T extends Record<string, object>>(
  name: ServiceName,
  calls: T,
): { [K in keyof T]: T[K] & { service: ServiceName; name: string } } {
  const bound: Record<string, object> = {}
  for (const [key, call] of Object.entries(calls)) bound[key] = { ...call, service: name, name: key }
  return bound as { [K in keyof T]: T[K] & { service: ServiceName; name: string } }
}
