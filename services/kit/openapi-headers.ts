/** Headers of the services in an OpenAPI document: of requests and of replies. */
import { z } from 'zod'
import type { AnyEndpoint } from '../contracts/endpoint'
import type { ErrorCode } from '../contracts/error-codes'

/** Two header names are settings of the services. */
export interface NamedHeaders {
  tenant: string
  customer: string
}

const text = { type: 'string' }
const optional = (name: string, description: string, schema: object = text) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

export const requestHeaders = ({ tenant, customer }: NamedHeaders) => ({
  Tenant: optional(tenant, 'Id of the tenant that the call concerns; the nil id means none.', {
    type: 'string',
    format: 'uuid',
  }),
  Customer: optional(customer, 'Id of the customer that the call concerns; the nil id means none.', {
    type: 'string',
    format: 'uuid',
  }),
  Organization: optional('X-Organization', 'The same as the tenant header; 4002 when the two differ.', {
    type: 'string',
    format: 'uuid',
  }),
  AcceptLanguage: optional('Accept-Language', 'Language of messages: English or French.'),
  RequestId: optional('X-Request-Id', 'Returned unchanged, and as the `traceId` of an error.', {
    type: 'string',
    maxLength: 100,
  }),
  IdempotencyKey: optional(
    'Idempotency-Key',
    'For 24 hours, the same request with the same key gets the same reply and has no second effect; 4013 for a ' +
      'different request.',
    { type: 'string', maxLength: 200 },
  ),
  IfMatch: optional(
    'If-Match',
    'The eTag that the change is based on, when the body has none; 4009 when it is not the current one.',
  ),
})

export const replyHeaders = {
  RequestId: { description: 'Id of the request, or a new one.', required: true, schema: text },
  ETag: { description: 'Version of the returned resource, in quotes; for `If-Match`.', schema: text },
  Link: {
    description: 'Next page, `<path?continuationToken=…>; rel="next"`; absent on the last one.',
    schema: text,
  },
  TotalCount: { description: 'Number of items on all pages.', schema: { type: 'integer', minimum: 0 } },
  RetryAfter: {
    description: 'Seconds to wait before repeating the call.',
    schema: { type: 'integer', minimum: 0 },
  },
}

type Parameter = keyof ReturnType<typeof requestHeaders>
type Header = keyof typeof replyHeaders

const header = (name: Header) => ({ $ref: `#/components/headers/${name}` })

const isVersioned = (schema: z.ZodType | undefined) => schema instanceof z.ZodObject && 'eTag' in schema.shape
const comparesVersions = ({ body, errors = [] }: AnyEndpoint) =>
  isVersioned(body) || errors.includes(4009) || errors.includes(4010)

export function headerParameters(call: AnyEndpoint): object[] {
  const names: Parameter[] = ['Tenant', 'Customer', 'Organization', 'AcceptLanguage', 'RequestId']
  if (call.effect === 'write') names.push('IdempotencyKey')
  if (call.effect === 'write' && comparesVersions(call)) names.push('IfMatch')
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** Returns the headers of a successful reply. */
export function headersOf({ reply, paged }: AnyEndpoint): object {
  return {
    'X-Request-Id': header('RequestId'),
    ...(isVersioned(reply) ? { ETag: header('ETag') } : {}),
    ...(paged ? { Link: header('Link'), 'X-Total-Count': header('TotalCount') } : {}),
  }
}

const retryAfterCodes: readonly ErrorCode[] = [4011, 4307, 5002, 5003]

/** The headers of a reply without the outcome. */
export const pendingHeaders = { 'X-Request-Id': header('RequestId'), 'Retry-After': header('RetryAfter') }

export const refusalHeaders = (codes: readonly ErrorCode[]) => ({
  'X-Request-Id': header('RequestId'),
  ...(codes.some((code) => retryAfterCodes.includes(code)) ? { 'Retry-After': header('RetryAfter') } : {}),
})
