/**
 * What an answer to a write says of its effect. A write whose answer nobody can rely on may have happened: only a
 * success of the kind its contract allows is one, and only a refusal of the contract, or a status that says that
 * nothing was begun, is a refusal.
 */
import { z } from 'zod'
import type { ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import { ErrorBody } from '#contracts/errors'
import { readReply } from '#contracts/generous'
import { isOfCatalogue, ServiceError } from './service-error'

/** What came back over the wire. */
export interface Answered {
  status: number
  /** `Content-Type`, if there was one. */
  type: string | undefined
  text: string
}

/** As much of a reply as a service told: some answer a write with nothing, with `true` or with an id alone. */
export type Told<Reply> = Reply extends readonly unknown[] ? Reply : Reply extends object ? Partial<Reply> : Reply

/** What is told of what was done. Throws ServiceError for a refusal, and for what may or may not have happened. */
export function writeAnswer<E extends WriteEndpoint>(endpoint: E, answered: Answered): Told<ReplyOf<E>> {
  const { service, area } = endpoint
  const { status, text } = answered
  if (status >= 300 && status < 400)
    throw new ServiceError({ service, status: 502, trouble: 'redirect', mayHaveHappened: true })
  const json = jsonIn(answered)
  if (status >= 400) {
    const read = readReply(ErrorBody, json)
    const body = read.ok ? read.value : null
    const mayHaveHappened = codeIn(body) === null && !saysNothingBegan(status)
    throw new ServiceError({ service, area, status, body, mayHaveHappened })
  }
  const isEmpty = status === 204 || text.trim() === ''
  if (!isEmpty && (json === undefined || codeIn(json) !== null))
    throw new ServiceError({ service, status: 502, trouble: 'garbage', mayHaveHappened: true })
  return toldIn(endpoint.reply, json) as Told<ReplyOf<E>>
}

/** The text as JSON, where it says that it is JSON, or does not say what it is. */
function jsonIn({ type, text }: Answered): unknown {
  if (type && !/^[\w.+-]+\/([\w.+-]+\+)?json\b/i.test(type.trim())) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Codes that say that something went wrong, rather than that it was not done. */
const inDoubt = ['5001', '5099']

/** The catalogue's code in a body, where it is a refusal; null for anything else. */
function codeIn(json: unknown): string | null {
  const code = typeof json === 'object' && json !== null ? (json as { errorCode?: unknown }).errorCode : undefined
  const text = typeof code === 'number' || typeof code === 'string' ? String(code) : ''
  return isOfCatalogue(text) && !inDoubt.includes(text) ? text : null
}

/**
 * Whether a status alone says that the request was not carried out. A conflict, a time-out, a limit and everything of
 * a server's own may come after the effect, from whatever stands in between.
 */
function saysNothingBegan(status: number): boolean {
  return status === 501 || (status < 500 && ![408, 409, 425, 429].includes(status))
}

/** The reply, as far as it is one. */
function toldIn(schema: z.ZodType, json: unknown): unknown {
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
