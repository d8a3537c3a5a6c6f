/** The OpenAPI 3.1 document of a service, grown from its contract (design §5). */
import { z } from 'zod'
import { type AnyEndpoint, basePaths, type ServiceName } from '../contracts/endpoint'
import { catalogue, type ErrorCode } from '../contracts/error-codes'
import { ErrorBody } from '../contracts/errors'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** Query and path parameters, request body, success and every error the call can answer. */
export function openApi(service: ServiceName, contract: Record<string, AnyEndpoint>): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of Object.values(contract)) {
    const path = Object.keys(paths).find((known) => shapeOf(known) === shapeOf(call.path)) ?? call.path
    const operations = paths[path] ?? {}
    operations[call.method.toLowerCase()] = operationOf(call, path)
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
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

/** Two paths that differ in the names of their parameters only are one path to OpenAPI. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}')

function operationOf(call: AnyEndpoint, path: string): object {
  const status = call.status ?? 200
  const codes = [4000, 4001, 4002, 4003, 4005, ...(call.errors ?? [])] as ErrorCode[]
  const refusals = responsesOf(codes)
  return {
    operationId: call.name,
    summary: call.meaning,
    tags: [call.area],
    'x-effect': call.effect,
    'x-capability': call.capability,
    parameters: [...pathParameters(path), ...queryParameters(call)],
    ...(call.body ? { requestBody: { required: true, content: contentOf(call, call.body) } } : {}),
    responses: {
      [status]: {
        description: call.meaning,
        ...(status === 204 ? {} : { content: call.download ? bytes : json(schemaOf(call.reply, 'output')) }),
      },
      ...refusals,
    },
  }
}

const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
const json = (schema: object) => ({ 'application/json': { schema } })

/** What a call takes: JSON, or a form with one file. */
function contentOf(call: AnyEndpoint, body: z.ZodType): object {
  const schema = schemaOf(body, 'input') as { properties?: object; required?: string[] }
  if (!call.upload) return json(schema)
  const file = { type: 'string', format: 'binary', 'x-max-bytes': call.upload.maxBytes }
  const required = [...(schema.required ?? []), 'file']
  return { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, file }, required } } }
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters(call: AnyEndpoint): object[] {
  if (!call.query) return []
  const { properties = {}, required = [] } = schemaOf(call.query, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function responsesOf(codes: readonly ErrorCode[]): Record<number, object> {
  const responses: Record<number, { description: string; content: object }> = {}
  for (const code of codes) {
    const { status, key } = catalogue[code]
    const before = responses[status]?.description
    responses[status] = {
      description: before ? `${before}; ${code} ${key}` : `${code} ${key}`,
      content: json({ $ref: '#/components/schemas/Error' }),
    }
  }
  return responses
}
