/**
 * A write that a controller must answer: checked and stored as an intent in one transaction, performed outside of any,
 * and completed in another. The caller waits for at most five seconds; after that the reply is 202, and the outcome is
 * the reply to the same request with the same idempotency key.
 */
import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../contracts/endpoint'
import { LinkError } from '../link/port'
import { refusalCodes } from '../link/refusal-codes'
import { ApiError, fail } from './api-error'
import { ExtendedReply, type LinkedWrite, type ServiceCall } from './call'
import { wasChecked } from './caller'
import { findSavedReply, hashOfRequest, type IdempotentRequest, saveReply } from './idempotency'
import { type LinkOutcome, Postponed } from './intents'
import { journalWrite } from './journal'
import { idsIn, isPersistent } from './outcome'
import { errorReply, type Reply, type Requester, replyOf, requesterOf } from './reply'
import type { World } from './world'

const patienceMs = 5_000

/** The parts of a request that its outcome needs, whoever is there to receive it. */
interface StoredWork {
  request: Requester & { method: string; url: string; actor: string; key: string | null; hash: string | null }
  params: Record<string, string>
  touched: string[]
  work: unknown
}

/** Registers how the intents of a call are performed and completed. */
export function registerLinkedWrite(world: World, endpoint: AnyEndpoint, write: LinkedWrite<AnyEndpoint>): void {
  world.intents.on<StoredWork, unknown, Reply>(kindOf(endpoint), {
    perform: ({ work }, details) => write.perform(world, work, details),
    complete: (stored, outcome, { isLate }) => complete(world, { endpoint, write, stored, outcome, isLate }),
  })
}

const kindOf = ({ service, name }: AnyEndpoint) => `${service}.${name}`

interface LinkedPerformance {
  endpoint: AnyEndpoint
  write: LinkedWrite<AnyEndpoint>
  call: ServiceCall<AnyEndpoint>
  request: FastifyRequest
  attempt: IdempotentRequest | undefined
  touched: string[]
}

/** Performs one call; the order of two that change the same is kept. */
export async function performLinkedWrite(world: World, performance: LinkedPerformance): Promise<Reply> {
  const { write, call, attempt } = performance
  const known = world.store.transaction(() => findEarlier(world, attempt))
  if (known) return 'reply' in known ? known.reply : withinPatience(world, known.id)
  return world.lanes.enter(write.lanes(call), () => {
    const begun = world.store.transaction(() => findEarlier(world, attempt) ?? begin(world, performance))
    if ('reply' in begun) return { first: Promise.resolve(begun.reply), last: Promise.resolve() }
    const last = world.intents.run<Reply>(begun.id)
    return { first: withinPatience(world, begun.id), last }
  })
}

type Begun = { reply: Reply } | { id: string }

/** Returns the stored reply or the pending intent of the same request. Throws 4013 when the key had another request. */
function findEarlier(world: World, attempt: IdempotentRequest | undefined): Begun | undefined {
  if (!attempt) return undefined
  const reply = findSavedReply(world, attempt)
  if (reply) return { reply }
  const pending = world.intents.findByRequest(requestKeyOf(attempt))
  if (!pending) return undefined
  const { request } = JSON.parse(pending.work) as StoredWork
  if (request.hash !== hashOfRequest(world, attempt.request)) fail(4013)
  return { id: pending.id }
}

function begin(world: World, { endpoint, write, call, request, attempt, touched }: LinkedPerformance): Begun {
  const work = write.prepare(call)
  if (!wasChecked(call.caller))
    throw new Error(`${endpoint.service}.${endpoint.name} began without checking the caller’s permission`)
  const stored: StoredWork = {
    request: {
      ...requesterOf(request),
      method: request.method,
      url: request.url,
      actor: call.caller.subject,
      key: attempt?.key ?? null,
      hash: attempt ? hashOfRequest(world, attempt.request) : null,
    },
    params: call.params as Record<string, string>,
    touched,
    work,
  }
  return {
    id: world.intents.store(kindOf(endpoint), stored, {
      lanes: write.lanes(call),
      requestKey: attempt ? requestKeyOf(attempt) : null,
    }),
  }
}

const requestKeyOf = ({ service, actor, key }: IdempotentRequest) => JSON.stringify([service, actor, key])

/** Returns the reply, or 202 when it takes too long. */
async function withinPatience(world: World, id: string): Promise<Reply> {
  const outcome = world.intents.run<Reply>(id)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  const reply = await Promise.race([outcome.catch(laterIfPostponed), late]).finally(() => clearTimeout(timer))
  if (reply || !world.intents.markLate(id)) return reply ?? outcome
  outcome.catch(() => undefined)
  return pendingReply
}

/** Returns nothing for work whose outcome is read when the controller answers again. */
function laterIfPostponed(error: unknown): undefined {
  if (!(error instanceof Postponed)) throw error
}

const pendingReply: Reply = {
  status: 202,
  headers: { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2' },
  body: JSON.stringify({ pending: true }),
}

interface Completion {
  endpoint: AnyEndpoint
  write: LinkedWrite<AnyEndpoint>
  stored: StoredWork
  outcome: LinkOutcome<unknown>
  isLate: boolean
}

/** Stores effect, journal entry and reply. The reply to a caller who left is stored even when it is an error. */
function complete(world: World, { endpoint, write, stored, outcome, isLate }: Completion): Reply {
  const { request, params } = stored
  const touched = [...stored.touched]
  const { reply, result } = effectOf(world, { endpoint, write, stored, outcome, touched })
  const hasEffect = reply.status < 400 || (Array.isArray(result) && result.length > 0)
  if (hasEffect) {
    journalWrite(world, {
      service: endpoint.service,
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      idempotencyKey: request.key,
      actor: request.actor,
      entityIds: touched.length ? touched : idsIn(result, params),
      status: reply.status,
    })
  }
  if ((hasEffect || isLate) && request.key && request.hash) {
    const { actor, key, hash } = request
    saveReply(world, { service: endpoint.service, actor, key, hash }, reply)
  }
  return reply
}

function effectOf(
  world: World,
  { endpoint, write, stored, outcome, touched }: Omit<Completion, 'isLate'> & { touched: string[] },
): { reply: Reply; result: unknown } {
  const { request, work } = stored
  try {
    if ('error' in outcome) throw outcome.error
    const effect = world.store.transaction(() => {
      try {
        return {
          error: undefined,
          result: write.complete({ world, touched: (...ids) => void touched.push(...ids) }, work, outcome.answer),
        }
      } catch (error) {
        if (isPersistent(error)) return { error, result: undefined }
        throw error
      }
    })
    if (effect.error) return { reply: errorReply(request, effect.error), result: effect.error.details.data ?? [] }
    const { result } = effect
    return {
      reply: replyOf(endpoint, { world, url: request.url, result }),
      result: result instanceof ExtendedReply ? result.reply : result,
    }
  } catch (error) {
    return { reply: errorReply(request, asApiError(world, error)), result: [] }
  }
}

function asApiError(world: World, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof LinkError) return new ApiError(error.mayHaveRun ? 5001 : refusalCodes[error.refusal])
  world.log.error({ err: error }, 'unexpected')
  return new ApiError(5099)
}
