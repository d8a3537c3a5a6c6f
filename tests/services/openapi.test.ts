/** The OpenAPI documents of the services against the schema of OpenAPI 3.1 (design §5). */
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { contracts } from '../../services/contracts'
import type { AnyEndpoint, ServiceName } from '../../services/contracts/endpoint'
import { openApi } from '../../services/kit/openapi'
import { alwaysSent } from '../../services/kit/openapi-names'

interface Described {
  type?: string
  properties?: Record<string, unknown>
  required?: string[]
}
interface Operation {
  operationId: string
  parameters: { name: string; in: string; $ref?: string }[]
  responses: Record<string, { headers: Record<string, { $ref: string }> }>
}
interface Document {
  openapi: string
  components: {
    schemas: Record<string, Described>
    parameters: Record<string, { name: string }>
  }
  paths: Record<string, Record<string, Operation>>
}
const documents = Object.entries(contracts).map(([, contract]) => {
  const calls = Object.values(contract as Record<string, AnyEndpoint>)
  const name = calls[0]?.service as ServiceName
  return {
    name,
    calls,
    document: openApi(name, contract, { headers: { tenant: 'x-tenant-id', customer: 'x-customer-id' } }) as Document,
  }
})

describe.each(documents)('the document of $name', ({ calls, document }) => {
  it('is valid OpenAPI 3.1, its references lead somewhere', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document) as never)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
    expect(() => validator.resolveRefs()).not.toThrow()
  })

  it('has every call once, with the parameters its path names', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    )
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(calls.map(({ name }) => name).sort())
    for (const { path, parameters } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named)
    }
  })
})

const documentOf = (service: ServiceName) => documents.find(({ name }) => name === service)?.document as Document
const operationOf = (service: ServiceName, id: string) =>
  Object.values(documentOf(service).paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id) as Operation
const headersTaken = (service: ServiceName, id: string) =>
  operationOf(service, id).parameters.flatMap(
    ({ $ref }) => documentOf(service).components.parameters[$ref?.split('/').at(-1) ?? '']?.name ?? [],
  )

describe('the documents', () => {
  it('name the headers that a call takes', () => {
    const always = ['x-tenant-id', 'x-customer-id', 'X-Organization', 'Accept-Language', 'X-Request-Id']
    expect(headersTaken('site', 'listSites')).toEqual(always)
    expect(headersTaken('operations', 'findAlarms')).toEqual(always)
    expect(headersTaken('operations', 'acknowledgeAlarms')).toEqual([...always, 'Idempotency-Key'])
    expect(headersTaken('site', 'updateSite')).toEqual([...always, 'Idempotency-Key', 'If-Match'])
    expect(headersTaken('site', 'deleteSite')).toEqual([...always, 'Idempotency-Key', 'If-Match'])
  })

  it('name the headers of what is returned', () => {
    const returned = (service: ServiceName, id: string, status: number) =>
      Object.keys(operationOf(service, id).responses[status]?.headers ?? {})
    expect(returned('site', 'listSites', 200)).toEqual(['X-Request-Id', 'Link', 'X-Total-Count'])
    expect(returned('site', 'getSite', 200)).toEqual(['X-Request-Id', 'ETag'])
    expect(returned('site', 'getSite', 503)).toEqual(['X-Request-Id', 'Retry-After'])
    expect(returned('site', 'getSite', 404)).toEqual(['X-Request-Id'])
    expect(returned('site', 'subscribe', 429)).toEqual(['X-Request-Id', 'Retry-After'])
  })

  it('say which replies may be without an outcome, and when to send the request again', () => {
    const linked = new Set(['acknowledgeAlarms'])
    const headers = { tenant: 'x-tenant-id', customer: 'x-customer-id' }
    const { paths } = openApi('operations', contracts.operations, { headers, linked }) as Document
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const pending = operations.filter(({ responses }) => responses[202])
    expect(pending.map(({ operationId }) => operationId)).toEqual(['acknowledgeAlarms'])
    expect(pending[0]?.responses[202]).toMatchObject({
      headers: { 'X-Request-Id': {}, 'Retry-After': {} },
      content: { 'application/json': { schema: { properties: { pending: { const: true } }, required: ['pending'] } } },
    })
  })

  it.each<[ServiceName, string[]]>([
    ['site', ['Site', 'SiteGroup', 'Building', 'Space', 'Device', 'Point', 'Deployment', 'DevicePage', 'Error']],
    ['operations', ['Alarm', 'AlarmPage', 'Fault', 'FaultPage', 'FaultRule', 'Schedule', 'Error']],
    ['tenant', ['Tenant', 'Customer', 'TenantUser', 'Permission', 'Error']],
    ['package', ['Package', 'Error']],
    ['product', ['ControllerModel', 'Error']],
    ['designer', ['FileProject', 'Error']],
    ['device-configuration', ['Network', 'Bacnet', 'DeviceTime', 'AdminUser', 'Error']],
  ])('give %s its own schemas', (service, schemas) => {
    expect(Object.keys(documentOf(service).components.schemas)).toEqual(expect.arrayContaining(schemas))
  })

  it('require only members that there are', () => {
    const all = Object.assign({}, ...documents.map(({ document }) => document.components.schemas)) as Record<
      string,
      Described
    >
    for (const [name, { properties = {}, required = [] }] of Object.entries(all))
      expect(Object.keys(properties), name).toEqual(expect.arrayContaining(required))
    for (const name of Object.keys(alwaysSent)) expect(Object.keys(all), name).toContain(name)
  })

  it('require what the services always send', () => {
    const required = (service: ServiceName, name: string) => documentOf(service).components.schemas[name]?.required
    expect(required('site', 'Device')).toEqual(expect.arrayContaining(['id', 'eTag', 'name', 'siteId', 'packages']))
    expect(required('operations', 'Error')).toEqual(['errorCode', 'key', 'message', 'traceId'])
    expect(documentOf('site').components.schemas.Site?.properties?.description).toEqual({ type: 'string' })
  })
})
