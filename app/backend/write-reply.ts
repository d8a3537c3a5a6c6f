/**
 * Interprets the response to a write. Only a success that its contract allows counts as done; only a refusal of the
 * contract, or a status that excludes an effect, counts as refused; anything else may have happened.
 */
import { z } from 'zod'
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { ErrorBody } from '#contracts/errors'
import { parseReply } from '#contracts/lenient'
import { isCatalogueCode, ServiceError } from './service-error'

/** The response on the wire. */
export interface RawWriteReply {
  status: number
  /** `Content-Type`, where present. */
  type: string | undefined
  text: string
  /** Seconds of `Retry-After`; null where absent. */
  retryAfterSeconds: number | null
}

/** The readable part of a reply: some services reply to a write with nothing, `true` or only an id. */
export type PartialReply<Reply> = Reply extends readonly unknown[]
  ? Reply
  : Reply extends object
    ? Partial<Reply>
    : Reply

/**
 * Returns the readable part of the reply. Throws `ServiceError` for a refusal, and for a write that may have
 * happened.
 */
export function parseWriteReply<E extends WriteEndpoint>(
  endpoint: E,
  response: RawWriteReply,
): PartialReply<ReplyOf<E>> {
  const { service, area } = endpoint
  const { status, text, retryAfterSeconds } = response
  if (status >= 300 && status < 400)
    throw new ServiceError({ service, status: 502, trouble: 'redirect', mayHaveHappened: true })
  const json = jsonIn(response)
  if (status >= 400) {
    const read = parseReply(ErrorBody, json)
    const body = read.ok ? read.value : null
    const mayHaveHappened = codeIn(body) === null && !isWithoutEffect(status)
    throw new ServiceError({ service, area, status, body, mayHaveHappened, retryAfterSeconds })
  }
  if (status === 202 && isPending(json))
    throw new ServiceError({ service, status: 504, trouble: 'timeout', mayHaveHappened: true, isPending: true })
  const isEmpty = status === 204 || text.trim() === ''
  if (!isEmpty && (json === undefined || codeIn(json) !== null))
    throw new ServiceError({ service, status: 502, trouble: 'garbage', mayHaveHappened: true })
  return readableParts(endpoint.reply, json) as PartialReply<ReplyOf<E>>
}

/** Returns the text as JSON, where its content type is JSON or absent. */
function jsonIn({ type, text }: RawWriteReply): unknown {
  if (type && !/^[\w.+-]+\/([\w.+-]+\+)?json\b/i.test(type.trim())) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether the service still waits for a controller; the outcome is the reply to the same request later. */
const isPending = (json: unknown) =>
  typeof json === 'object' && json !== null && (json as { pending?: unknown }).pending === true

/** Codes that mean that something failed, not that nothing was done. */
const uncertainCodes = ['5001', '5099']

/** Returns the catalogue's code in a body that is a refusal; null for anything else. */
function codeIn(json: unknown): string | null {
  const code = typeof json === 'object' && json !== null ? (json as { errorCode?: unknown }).errorCode : undefined
  const text = typeof code === 'number' || typeof code === 'string' ? String(code) : ''
  return isCatalogueCode(text) && !uncertainCodes.includes(text) ? text : null
}

/**
 * Returns whether a status alone excludes an effect. A conflict, a time-out, a rate limit and most 5xx may follow the
 * effect, from anything in between.
 */
function isWithoutEffect(status: number): boolean {
  return status === 501 || (status < 500 && ![408, 409, 425, 429].includes(status))
}

/** Returns the members of the reply that match the schema. */
function readableParts(schema: z.ZodType, json: unknown): unknown {
  const whole = schema.safeParse(json)
  if (whole.success) return whole.data
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType
    const parsed = (Array.isArray(json) ? json : []).map((one) => element.safeParse(one))
    return parsed.flatMap((one) => (one.success ? [one.data] : []))
  }
  if (typeof json === 'string' && json !== '') return { id: json }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {}
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const parsed = shape[name]?.safeParse(value)
      return parsed?.success ? [[name, parsed.data]] : []
    }),
  )
}
