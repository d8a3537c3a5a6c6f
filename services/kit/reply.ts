/** Replies and errors as they are sent over the wire. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../contracts/endpoint'
import { type ApiError, fail } from './api-error'
import { ExtendedReply, type ReplyDownload, type ReplyExtras } from './call'
import { headerOf } from './identify'
import { languageFrom, messages, type ServiceLanguage } from './messages'
import type { World } from './world'

export interface Reply {
  status: number
  headers: Record<string, string>
  /** Null for a reply without a body. */
  body: string | null
  /** Bytes instead of a body. */
  open?(): Readable
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** Returns a handler's result as the contract describes it; throws 5099 when it violates the contract. */
export function replyOf(
  endpoint: AnyEndpoint,
  { world, url, result }: { world: World; url: string; result: unknown },
): Reply {
  const { reply, extra }: { reply: unknown; extra: ReplyExtras } =
    result instanceof ExtendedReply ? result : { reply: result, extra: {} }
  const status = extra.status ?? endpoint.status ?? 200
  const headers: Record<string, string> = { ...extra.headers }
  if (extra.total !== undefined) headers['x-total-count'] = String(extra.total)
  if (extra.next) headers.link = `<${withToken(url, extra.next)}>; rel="next"`
  if (status === 204) return { status, headers, body: null }

  const { text, download } = extra
  if (text !== undefined)
    return { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: text }
  if (download) return { status, headers: { ...headers, ...headersOf(download) }, body: null, open: download.open }

  const checked = endpoint.reply.safeParse(reply)
  if (!checked.success) {
    world.log.error(
      { service: endpoint.service, call: endpoint.name, issues: checked.error.issues },
      'a reply violates its contract',
    )
    fail(5099)
  }
  const eTag = (checked.data as { eTag?: unknown } | null)?.eTag
  if (typeof eTag === 'string') headers.etag = `"${eTag}"`
  return { status, headers: { ...headers, ...json }, body: JSON.stringify(checked.data) }
}

/** Always an attachment, never inline: an uploaded file must not run as a page of ours (RFC 6266). */
function headersOf({ name, size }: ReplyDownload): Record<string, string> {
  const plain = name.replace(/[^\w .()-]/g, '_')
  return {
    'content-type': 'application/octet-stream',
    'content-length': String(size),
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'x-content-type-options': 'nosniff',
  }
}

function withToken(url: string, token: string): string {
  const [path, query = ''] = url.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('continuationToken', token)
  return `${path}?${parameters}`
}

/** Who receives an error: the language of its message, and the id under which it is traced. */
export interface Requester {
  language: ServiceLanguage
  traceId: string
}

export const requesterOf = (request: FastifyRequest): Requester => ({
  language: languageFrom(headerOf(request, 'accept-language')),
  traceId: request.id,
})

/** Returns the error body of the catalogue, with its message in the caller's language. */
export function errorReply({ language, traceId }: Requester, { code, key, status, details }: ApiError): Reply {
  const { errors, entities, data, current, currentETag, retryAfterSeconds } = details
  const localized = entities?.map((entity) => ({
    ...entity,
    message: entity.message ?? messageOf(entity.details?.errorCode, language),
  }))
  return {
    status,
    headers: { ...json, ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }) },
    body: JSON.stringify({
      errorCode: code,
      key,
      message: messages[code][language],
      traceId,
      errors: localized ?? errors,
      data: code === 4100 ? (data ?? []) : undefined,
      current,
      currentETag,
    }),
  }
}

const messageOf = (code: unknown, language: ServiceLanguage) =>
  typeof code === 'number' && code in messages ? messages[code as keyof typeof messages][language] : undefined

export function sendReply(reply: FastifyReply, { status, headers, body, open }: Reply): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, 'x-request-id': reply.request.id })
    .send(open?.() ?? body ?? undefined)
}
