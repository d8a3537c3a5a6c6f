/** Builds the OpenAPI 3.1 document of a service from its contract (design §5). */
import { type AnyEndpoint, basePaths, type ServiceName } from '../contracts/endpoint'
import { type ErrorCode, errorCatalogue } from '../contracts/error-codes'
import {
  headerParameters,
  headersOf,
  type NamedHeaders,
  pendingHeaders,
  refusalHeaders,
  replyHeaders,
  requestHeaders,
} from './openapi-headers'
import { type Schemas, schemasOf } from './openapi-schemas'

interface Described {
  headers: NamedHeaders
  /** The names of the calls that a controller must answer. */
  linked?: ReadonlySet<string>
}

/** Parameters, request body, success and every error of each call, with their headers. */
export function openApi(
  service: ServiceName,
  contract: Record<string, AnyEndpoint>,
  { headers, linked = new Set() }: Described,
): object {
  const schemas = schemasOf(contract)
  const paths: Record<string, Record<string, object>> = {}
  for (const call of Object.values(contract)) {
    const path = Object.keys(paths).find((candidate) => shapeOf(candidate) === shapeOf(call.path)) ?? call.path
    const operations = paths[path] ?? {}
    operations[call.method.toLowerCase()] = operationOf(call, { path, schemas, isLinked: linked.has(call.name) })
    paths[path] = operations
  }
  return {
    openapi: '3.1.0',
    info: { title: `Plantroom ${service} service`, version: '1' },
    servers: [{ url: basePaths[service] }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: schemas.components,
      parameters: requestHeaders(headers),
      headers: replyHeaders,
    },
  }
}

/** OpenAPI treats paths that differ only in parameter names as one path. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}')

function operationOf(
  call: AnyEndpoint,
  { path, schemas, isLinked }: { path: string; schemas: Schemas; isLinked: boolean },
): object {
  const status = call.status ?? 200
  const reused = call.effect === 'write' ? [4013] : []
  const codes = [4000, 4001, 4002, 4003, 4005, ...(call.errors ?? []), ...reused, 5003, 5099] as ErrorCode[]
  const refusals = responsesOf(codes)
  return {
    operationId: call.name,
    summary: call.meaning,
    tags: [call.area],
    'x-effect': call.effect,
    'x-capability': call.capability,
    parameters: [...pathParameters(path), ...queryParameters(call, schemas), ...headerParameters(call)],
    ...(call.body ? { requestBody: requestOf(call, schemas) } : {}),
    responses: {
      [status]: {
        description: call.meaning,
        headers: headersOf(call),
        ...(status === 204 ? {} : { content: call.download ? bytes : json(schemas.returned(call.reply)) }),
      },
      ...(isLinked ? { 202: pendingResponse } : {}),
      ...refusals,
    },
  }
}

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const json = (schema: object) => ({ 'application/json': { schema } })

const pendingResponse = {
  description:
    'The controller has not answered within five seconds. The reply to the same request with the same Idempotency-Key is the outcome, even if it is a refusal.',
  headers: pendingHeaders,
  content: json({
    type: 'object',
    properties: { pending: { const: true } },
    required: ['pending'],
  }),
}

/** Returns the request body of a call: JSON, or a form with one file. */
function requestOf({ body, upload }: AnyEndpoint, schemas: Schemas): object {
  const required = !body.safeParse(undefined).success
  if (!upload) return { required, content: json(schemas.accepted(body)) }
  const fields = schemas.resolved(body)
  const file = { type: 'string', format: 'binary', 'x-max-bytes': upload.maxBytes }
  const schema = {
    ...fields,
    properties: { ...fields.properties, file },
    required: [...(fields.required ?? []), 'file'],
  }
  return { required, content: { 'multipart/form-data': { schema } } }
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(call: AnyEndpoint, schemas: Schemas): object[] {
  if (!call.query) return []
  const { properties = {}, required = [] } = schemas.resolved(call.query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function responsesOf(codes: readonly ErrorCode[]): Record<number, object> {
  const responses: Record<number, { description: string; headers: object; content: object }> = {}
  for (const code of codes) {
    const { status, key } = errorCatalogue[code]
    const before = responses[status]?.description
    responses[status] = {
      description: before ? `${before}; ${code} ${key}` : `${code} ${key}`,
      headers: refusalHeaders(codes.filter((one) => errorCatalogue[one].status === status)),
      content: json({ $ref: '#/components/schemas/Error' }),
    }
  }
  return responses
}
