/**
 * Every call of every service with the things of a place in its address and its body: read by the tests that make every
 * call there is. The calls and their bodies come from the contracts.
 */
import { z } from 'zod'
import { contracts } from '../../services/contracts'
import type { AnyEndpoint } from '../../services/contracts/endpoint'
import { customerIdOf, userIdOf } from '../../services/seed/people'
import type { Services } from './services'

export const nowhere = '99999999-9999-4999-8999-999999999999'

export const calls: AnyEndpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, AnyEndpoint>),
)

export type Ids = Record<string, string>

/** One thing of each kind below a customer; what it has none of is nowhere. */
export function idsIn({ world, settings }: Services, code: string): Ids {
  const { store } = world
  const customer = customerIdOf(code)
  const first = (sql: string) => store.get<{ id: string }>(sql, customer)?.id ?? nowhere
  const below = (name: string, rest = '') =>
    first(`SELECT id FROM ${name} WHERE customer_id = ? ${rest} ORDER BY id LIMIT 1`)
  const device = below('device', 'AND onboarded = 1 AND id IN (SELECT device_id FROM point)')
  return {
    tenant: store.get<{ id: string }>('SELECT tenant_id AS id FROM customer WHERE id = ?', customer)?.id ?? nowhere,
    customer,
    group: below('site_group'),
    site: below('site', 'AND id IN (SELECT site_id FROM device)'),
    building: below('building'),
    space: below('space'),
    device,
    point:
      store.get<{ id: string }>('SELECT id FROM point WHERE device_id = ? AND is_writable = 1', device)?.id ?? nowhere,
    equipment: below('equipment'),
    template: below('configuration_template'),
    backup: below('template_backup'),
    tunnel: first('SELECT id FROM tunnel WHERE customer_id = ? LIMIT 1'),
    alarm: below('alarm'),
    fault: below('fault'),
    user: userIdOf('usha'),
    rule: store.get<{ id: string }>('SELECT rule_id AS id FROM fault WHERE customer_id = ?', customer)?.id ?? 'FC1',
    role: settings.roleIds.user,
    subscription: nowhere,
  }
}

const kindOfSegment: Record<string, string> = {
  tenants: 'tenant',
  customers: 'customer',
  sitegroups: 'group',
  sites: 'site',
  buildings: 'building',
  spaces: 'space',
  devices: 'device',
  equipment: 'equipment',
  points: 'point',
  alarms: 'alarm',
  faults: 'fault',
  schedules: 'device',
  controllers: 'device',
  associated: 'site',
  backup: 'backup',
  'configuration-templates': 'template',
}
const kindOfParameter: Record<string, string> = {
  userId: 'user',
  roleId: 'role',
  tunnelId: 'tunnel',
  subscriptionId: 'subscription',
  equipmentId: 'equipment',
  faultRuleId: 'rule',
  hostId: 'device',
}

/** Returns the path with the ids of a place. */
export function pathAt({ path, service }: AnyEndpoint, ids: Ids): string {
  if (service === 'product' && path.endsWith('{id}')) return path.replace('{id}', 'ECYVAV')
  return path.replace(/([\w-]+)\/\{(\w+)\}/g, (_whole: string, segment: string, name: string) => {
    const kind = name === 'id' ? kindOfSegment[segment] : kindOfParameter[name]
    return `${segment}/${(kind && ids[kind]) ?? nowhere}`
  })
}

const kindOfField: [RegExp, string][] = [
  [/^alarmIds?$/, 'alarm'],
  [/^faultIds?$/, 'fault'],
  [/^deviceIds?$/, 'device'],
  [/^equipmentIds?$/, 'equipment'],
  [/^pointIds?$/, 'point'],
  [/^siteIds?$/, 'site'],
  [/^siteGroupIds?$/, 'group'],
  [/^userIds?$/, 'user'],
  [/^customerIds?$/, 'customer'],
  [/^tenantIds?$/, 'tenant'],
  [/^spaceIds?$/, 'space'],
  [/^buildingIds?$/, 'building'],
  [/^templateIds?$/, 'template'],
]

interface JsonSchema {
  type?: string | string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  minItems?: number
  minLength?: number
  minimum?: number
  format?: string
  pattern?: string
}

/** The least body that a schema takes, about the things of a place. */
function sampleOf(schema: JsonSchema, ids: Ids, field = ''): unknown {
  const kind = kindOfField.find(([pattern]) => pattern.test(field))?.[1]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return sampleOf(choice, ids, field)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') {
    const count = Math.max(schema.minItems ?? 0, kind ? 1 : 0)
    return Array.from({ length: count }, () => sampleOf(schema.items ?? {}, ids, field))
  }
  if (type === 'object') {
    const named = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(named.map(([name, inner]) => [name, sampleOf(inner, ids, name)]))
  }
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 1, 1)
  if (kind) return ids[kind]
  return 'x'.repeat(Math.max(schema.minLength ?? 1, 1))
}

/** An address is more than a text. */
const networkBody = () => ({ name: 'x', address: '10.0.4.2', broadcastTo: [{ address: '10.0.4.255' }] })

/** Bodies that say more than their schema: bare lists of ids, one of two shapes, and times that are in order. */
const lists: Record<string, (ids: Ids) => unknown> = {
  'PUT /customers/{id}': ({ customer }) => ({ id: customer, name: 'A customer', eTag: 'x' }),
  'POST /x/sites/{id}/controller-networks': networkBody,
  'PUT /x/controller-networks/{id}': networkBody,
  'PUT /x/agents/{id}/key': () => ({ keyHash: 'A'.repeat(43) }),
  'DELETE /devices': ({ device }) => [device],
  'POST /devices/sync-state': ({ device }) => [device],
  'DELETE /sitegroups/sites': ({ site }) => [site],
  'POST /sitegroups/sites': ({ site }) => [site],
  'POST /x/trends': ({ point }) => ({
    pointIds: [point],
    from: '2026-03-09T06:00:00.000Z',
    to: '2026-03-09T12:00:00.000Z',
  }),
}

/** What calls ask for in the address. */
const queries: Record<string, (ids: Ids) => string> = {
  'GET /x/search': ({ customer }) => `?q=building&customerId=${customer}`,
  'GET /x/children': ({ site }) => `?type=site&id=${site}`,
  'GET /devices/info': ({ building }) => `?underTwinId=${building}`,
  'POST /rules/{faultRuleId}/equipment/{equipmentId}/status': () => '?status=true',
  'POST /sitegroups/sites': ({ group }) => `?siteGroupId=${group}`,
}
export const queryAt = ({ method, path }: AnyEndpoint, ids: Ids) => queries[`${method} ${path}`]?.(ids) ?? ''

/** The content type of the forms with a file. */
export const multipart = { 'content-type': 'multipart/form-data; boundary=in-between' }
/** A form with one file, its fields about the things of a place. */
const formAt = ({ device, site }: Ids) =>
  [`name="deviceIds"\r\n\r\n${device}`, `name="siteId"\r\n\r\n${site}`, 'name="file"; filename="a.gfx"\r\n\r\nPK']
    .map((part) => `--in-between\r\nContent-Disposition: form-data; ${part}\r\n`)
    .concat('--in-between--\r\n')
    .join('')

export function bodyAt(call: AnyEndpoint, ids: Ids): unknown {
  if (call.upload) return formAt(ids)
  if (!call.body) return undefined
  const list = lists[`${call.method} ${call.path}`]
  const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const candidates = [list?.(ids), sampleOf(schema, ids)]
  return candidates.find((body) => body !== undefined && call.body.safeParse(body).success)
}
