/**
 * What a loader receives: the person, their rights, and functions that can only read (design §6). Authorization is
 * first. Identical reads within one request are sent once.
 */

import { createHash } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { tenant } from '#contracts/tenant'
import { visibleControllers } from '~/domain/controllers'
import type { EffectiveRole } from '~/domain/effective-role'
import { againWord } from '~/domain/read-again'
import { contextOf, type RequestContext } from '~/door/context'
import type { Features } from '~/features'
import { featuresNow } from '~/features.server'
import { languageOf } from '~/i18n/i18n.server'
import { type Capability, may, standsInArchive } from '~/permissions'
import { aboutToken } from '~/session/refused-token.server'
import { accessToken, renewalMs } from '~/session/renewal.server'
import type { Session } from '~/session/session.server'
import { endSession, openSession, SignedOut, signInRedirect } from '~/session/session.server'
import { passingWrite } from '~/store/passing-write.server'
import type { SessionRow } from '~/store/tables'
import { type ViewName, views } from '~/views'
import type { Arrival } from './arrival.server'
import { type Catalogues, catalogues } from './catalogues.server'
import { type Download, download } from './download.server'
import { askingWithout, type Hidden, isWordRefused, tellsControllers, withoutHidden } from './hidden-controllers'
import { type Circle, keptWalk } from './kept-walks.server'
import { inOwnCustomer } from './own-customer.server'
import { type Person, personOf, roleAt } from './person.server'
import { isOfCatalogue, type Problem, problemOf, ServiceError } from './service-error'
import { type Answer, answerIn, ask, type Bearer, type Input } from './transport.server'
import { walkRoots } from './walk-roots.server'
import { wholeReply } from './whole-lists'

/** A part of a page that may be missing while its service is down. */
export type Panel<T> = { ok: true; value: T } | { ok: false; problem: Problem }

export interface Age {
  /** Age of the oldest cached answer shown because a service is down; null without one. */
  seconds: number | null
  /** Age of the oldest cached reply of a walk; null when everything was read for this page. */
  walkSeconds: number | null
  /** Rows of lists that could not be parsed and were left out. */
  unreadRows: number
}

export interface Reader {
  session: Session
  person: Person
  role: EffectiveRole
  language: 'en' | 'fr'
  features: Features
  context: RequestContext
  may(capability: Capability): boolean
  /** Reads the page's own thing, or a whole list. Throws an error response with the right status. */
  read<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Like `read`, for one page of a bare list, with its count and the token of the next page. */
  page<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<Answer<E>>
  /** Reads a part that the page can do without: an error is shown in its place. */
  panel<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<Panel<ReplyOf<E>>>
  /** Like `read`, but throws the `ServiceError` itself, for callers with a fallback. */
  ask<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Like `call`, from the cached walk of this customer where possible, shared by people with the same rights. */
  walk<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Like `call`, without old answers while a service is down. */
  fresh<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Returns a file as a stream. */
  download<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<Download>
  catalogues(): Promise<Catalogues>
  /** How old and how complete the answers of this page are. */
  age(): Age
}

interface Need {
  /** The view: its capability, and its flag, without which the page does not exist. */
  view?: ViewName
  /** Any one of these is enough; none for pages that every signed-in person has. */
  capability?: Capability | readonly Capability[]
  /** Time limit of all reads of the page, ms; 8 s, or 16 s when it reads from operations. */
  budget?: number
}

/** Returns the reader of a page. Redirects to sign-in; throws 404 for a hidden place, 403 inside (design §9). */
export async function reader(args: LoaderFunctionArgs, need: Need = {}): Promise<Reader> {
  const made = await visitor(args, need.budget)
  const view = need.view && views[need.view]
  const asked = [need.capability ?? view?.capability ?? []].flat()
  if (args.params.tenantId && !made.role) throw new Response(null, { status: 404 })
  const role = made.role ?? { role: 'no-access', because: 'noRole' }
  if (asked.length > 0 && !asked.some((one) => may(role.role, one))) throw new Response(null, { status: 403 })
  if (view?.flag && !made.features[view.flag]) throw new Response(null, { status: 404 })
  const isArchived = await isArchivedFor(made, args.params.customerId)
  const led = <T>(work: Promise<T>) => work.catch((error: unknown) => leadOn(error, args, made))
  return {
    ...made,
    read: (endpoint, input) => led(made.read(endpoint, input)),
    page: (endpoint, input) => led(made.page(endpoint, input)),
    role,
    may: (capability) => may(role.role, capability) && (!isArchived || standsInArchive(capability)),
  }
}

/** Redirects a 404 to the same address under the customer that owns the thing, where that is another one. */
async function leadOn(error: unknown, { request, params }: LoaderFunctionArgs, made: Visitor): Promise<never> {
  if (error instanceof Response && error.status === 404 && params.customerId) {
    const anywhere = { ...made.bearer, customerId: undefined }
    const own = await once(made.context, 'own customer', () =>
      inOwnCustomer(
        async (endpoint, input) => (await ask(endpoint, input, anywhere)).reply,
        new URL(request.url),
        params,
      ),
    )
    if (own) throw redirect(own)
  }
  throw error
}

/**
 * Returns whether the customer is archived. Super-admins have no customer record of their own: it is read, as the
 * layout does.
 */
async function isArchivedFor({ person, panel }: Visitor, customerId: string | undefined): Promise<boolean> {
  if (customerId === undefined) return false
  const own = person.info.customers.find(({ id }) => id === customerId)
  if (own || !person.isSuper) return own?.archived === true
  const customer = await panel(tenant.getCustomer, { path: { id: customerId } })
  return customer.ok && customer.value.archived
}

/**
 * Returns everything of a reader before any check of rights; `role` is null where the place is hidden. Shared by all
 * loaders of a request.
 */
export async function visitor(args: LoaderFunctionArgs, budget = 8_000): Promise<Visitor> {
  try {
    return await once(contextOf(args), `visitor ${budget}`, () => visit(args, budget))
  } catch (error) {
    // Each loader throws its own copy: a response body can be read only once.
    if (error instanceof Response) throw (instead.get(contextOf(args)) ?? error).clone()
    throw error
  }
}

const instead = new WeakMap<RequestContext, Response>()

/** Replaces the sign-in redirect of every loader of a request, so that the page can return a form. */
export function answerInstead(context: RequestContext, response: Response): void {
  instead.set(context, response)
}

export type Visitor = Awaited<ReturnType<typeof visit>>

async function visit(args: LoaderFunctionArgs, budget: number) {
  const { request, params } = args
  const context = contextOf(args)
  const { session, row } = await sessionOf(args)
  context.person = opaque(session.person)
  context.signedIn = session.person
  const language = await languageOf(request)
  const bearer = await bearerOf({ args, session, row, language, context, budget })
  const person = await asPage(signedIn(() => personOf(session, bearer), session, args))
  const role = roleAt(person, { tenantId: params.tenantId, customerId: params.customerId })
  const flags = featuresNow()
  let oldest: number | null = null
  let unreadRows = 0
  let oldestWalk: number | null = null
  const circle = circleOf(args, role, language)
  const roots = walkRoots(params.customerId ?? '', listed)
  const walkSince = readAgainSince(request)

  const keyOf = (endpoint: ReadEndpoint, input: unknown) =>
    `${endpoint.service} ${endpoint.name} ${JSON.stringify(input)}`

  const hiddenFrom = async (endpoint: ReadEndpoint) =>
    tellsControllers(endpoint) ? await once(context, 'hidden products', hiddenProducts) : nothing

  async function readOnce<E extends ReadEndpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
    const hidden = await hiddenFrom(endpoint)
    const answer = await askWithout(endpoint, input, hidden)
    if (!isCount(input)) unreadRows += answer.unreadRows
    return withoutHidden(answer, hidden)
  }

  function askWithout<E extends ReadEndpoint>(endpoint: E, input: Input<E>, hidden: Hidden): Promise<Answer<E>> {
    return ask(endpoint, askingWithout(endpoint, input, hidden), bearer).catch((error: unknown) => {
      if (!isWordRefused(endpoint, error)) throw error
      return ask(endpoint, input, bearer)
    })
  }

  /** Caches the reply unfiltered: hidden products are removed on each read, since they may change meanwhile. */
  async function walkOnce<E extends ReadEndpoint>(circle: Circle, endpoint: E, input: Input<E>): Promise<Answer<E>> {
    const hidden = await hiddenFrom(endpoint)
    const began = Date.now()
    const { value, at } = await keptWalk<Answer<E>>(circle, {
      call: keyOf(endpoint, askingWithout(endpoint, input, hidden)),
      since: walkSince,
      read: async () => ({ ...(await askWithout(endpoint, input, hidden)), came: nothingCame }),
      sizeOf: ({ reply }) => JSON.stringify(reply)?.length ?? 0,
    })
    roots.add(value.reply)
    if (at < began) oldestWalk = Math.min(oldestWalk ?? at, at)
    unreadRows += value.unreadRows
    return withoutHidden(value, hidden)
  }

  /** Returns the catalogues with the models that are offered here only (spec §5). */
  async function offered(): Promise<Catalogues> {
    const { controllers, ...others } = await catalogues(bearer)
    return { ...others, controllers: visibleControllers(controllers, { flags }) }
  }

  /** Returns no products while the models are unknown: a complete list is better than none. */
  async function hiddenProducts(): Promise<Hidden> {
    try {
      const { controllers } = await catalogues(bearer)
      const visible = new Set(visibleControllers(controllers, { flags }))
      return new Set(controllers.flatMap((model) => (visible.has(model) ? [] : [model.id])))
    } catch (error) {
      if (error instanceof ServiceError) return nothing
      throw error
    }
  }

  function freshAnswerOf<E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}): Promise<Answer<E>> {
    const work = () => once(context, keyOf(endpoint, input), () => readOnce(endpoint, input))
    return signedIn(work, session, args)
  }

  async function answerOf<E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}): Promise<Answer<E>> {
    const place = `${session.id} ${params.tenantId} ${params.customerId} ${language} ${keyOf(endpoint, input)}`
    try {
      const answer = await freshAnswerOf(endpoint, input)
      lastGood.set(place, { came: answer.came, at: Date.now() })
      return answer
    } catch (error) {
      const kept = lastGood.get(place)
      if (!(error instanceof ServiceError && error.isDown && kept)) throw error
      oldest = Math.max(oldest ?? 0, Math.round((Date.now() - kept.at) / 1000))
      return withoutHidden(await answerIn(endpoint, kept.came), await hiddenFrom(endpoint))
    }
  }

  function listed<E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}): Promise<ReplyOf<E>> {
    return wholeReply(endpoint, input, (one) => answerOf(endpoint, one))
  }

  function walk<E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}): Promise<ReplyOf<E>> {
    if (!circle) return listed(endpoint, input)
    return wholeReply(endpoint, input, async (one) => {
      if (!(await roots.areOwn(endpoint, one))) return answerOf(endpoint, one)
      const work = () => once(context, `walk ${keyOf(endpoint, one)}`, () => walkOnce(circle, endpoint, one))
      return signedIn(work, session, args)
    })
  }

  return {
    session,
    person,
    role,
    language,
    context,
    bearer,
    walk,
    features: flags,
    /** Sets the time limit for all further reads, in ms from now. */
    grant(milliseconds: number) {
      bearer.deadline = Date.now() + milliseconds
    },
    ask: listed,
    /** Like `call`, without old answers while a service is down: a change is never planned from them. */
    fresh: <E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}) =>
      wholeReply(endpoint, input, (one) => freshAnswerOf(endpoint, one)),
    read: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => asPage(listed(endpoint, input)),
    page: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => asPage(answerOf(endpoint, input)),
    panel: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => asPanel(listed(endpoint, input)),
    download: <E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}) =>
      asPage(signedIn(() => download(endpoint, input, bearer), session, args)),
    catalogues: () => asPage(signedIn(offered, session, args)),
    age: () => ({
      seconds: oldest,
      unreadRows,
      walkSeconds: oldestWalk === null ? null : Math.round((Date.now() - oldestWalk) / 1000),
    }),
  }
}

/** Returns whether a page of one row is requested only for its count: its row is not shown. */
function isCount(input: Input<ReadEndpoint>): boolean {
  const { query, body } = input as { query?: { pageSize?: unknown }; body?: { pageSize?: unknown } }
  return (query?.pageSize ?? body?.pageSize) === 1
}

const nothing: Hidden = new Set()

/** A cached walk stores the parsed reply only, not the raw response. */
const nothingCame: Arrival = { status: 200, headers: {}, bytes: Buffer.alloc(0) }

/**
 * Returns who may share the walk; null where the address names no customer. Files are always read afresh, since they
 * show no age.
 */
function circleOf(
  { request, params }: LoaderFunctionArgs,
  role: EffectiveRole | null,
  language: string,
): Circle | null {
  const { tenantId, customerId } = params
  if (!role || !tenantId || !customerId || new URL(request.url).pathname.endsWith('/csv')) return null
  return { tenantId, customerId, rights: `${role.role} ${role.because} ${language}` }
}

/**
 * Returns the epoch ms since which a walk is read again, from the link beside its age; 0 without one, or for a time
 * in the future.
 */
function readAgainSince(request: Request): number {
  const since = new URL(request.url).searchParams.get(againWord) ?? ''
  return /^\d{13}$/.test(since) && Number(since) <= Date.now() ? Number(since) : 0
}

/**
 * Last good answers, shown only while their service is down: at most 5 minutes old and limited in bytes (design §6).
 * Stored raw, since parsed objects would cost time in each garbage collection.
 */
const lastGood = new LRUCache<string, { came: Arrival; at: number }>({
  max: 4_000,
  maxSize: 64 * 1024 * 1024,
  maxEntrySize: 2 * 1024 * 1024,
  sizeCalculation: ({ came }) => Math.max(1, came.bytes.length),
  ttl: 5 * 60_000,
})

/** Returns a pseudonym of the person for the log: always the same for one person. */
function opaque({ issuer, subject }: Session['person']): string {
  return createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 16)
}

/** Returns the session, with its row where it was read for this. */
async function sessionOf(args: LoaderFunctionArgs): Promise<{ session: Session; row?: SessionRow }> {
  const { ticketed } = contextOf(args)
  const opened = ticketed ? { session: ticketed } : await openSession(args.request)
  if (!opened) throw signInRedirect(args.request)
  return opened
}

async function bearerOf(given: {
  args: LoaderFunctionArgs
  session: Session
  row: SessionRow | undefined
  language: string
  context: RequestContext
  budget: number
}): Promise<Bearer> {
  const { args, session, row, language, context, budget } = given
  const startedAt = readingSince(context)
  const deadline = startedAt + budget
  const renewedBy = startedAt + Math.max(budget, renewalMs)
  const token = await signedIn(() => accessToken(session, { row, deadline: renewedBy }), session, args)
  return {
    token,
    tenantId: args.params.tenantId,
    customerId: args.params.customerId,
    requestId: context.requestId,
    language,
    startedAt,
    deadline,
  }
}

/**
 * Returns the epoch ms at which the first loader of a request started: sequential reads share one time limit. After a
 * posted form the loaders have their own.
 */
function readingSince(context: RequestContext): number {
  const since = context.isPosted ? Date.now() : (begun.get(context) ?? Date.now())
  begun.set(context, since)
  return since
}

const begun = new WeakMap<RequestContext, number>()

/** Runs work; a 401 from any call ends the session and redirects to sign-in with `errorCode=401` (spec §8). */
export async function signedIn<T>(
  work: () => Promise<T>,
  session: Session,
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refused = error instanceof SignedOut || (error instanceof ServiceError && error.status === 401)
    if (!refused) throw error
    if (error instanceof SignedOut && error.isLost) throw signInRedirect(args.request, { isLost: true })
    await passingWrite(`end ${session.id}`, async () => {
      const kept = await endSession(session, 'refused')
      if (!(error instanceof ServiceError && kept)) return
      const token = await aboutToken(kept.accessToken)
      const told = { session: session.id, service: error.service, code: error.code, token }
      contextOf(args).log.warn(told, 'a service refused a session')
    })
    throw signInRedirect(args.request, { errorCode: 401 })
  }
}

/** Replaces a `ServiceError` by the response that the error page can explain. */
async function asPage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ServiceError) throw problemResponse(error)
    throw error
  }
}

/**
 * Returns the response for the error boundary: the status, and what may be shown. The permission matrix has already
 * allowed the person, so a service that forbids means that the place is not theirs: 404 (domain §0).
 */
export function problemResponse(error: ServiceError): Response {
  const fields = error.status === 422 ? error.fields : undefined
  return Response.json({ problem: problemOf(error), fields }, { status: statusOf(error) })
}

/** A refusal about the requested thing is 404; one without a catalogue code is from something in between: 502. */
function statusOf({ status, code, trouble }: ServiceError): number {
  if (trouble) return status
  if ([400, 403, 405, 422].includes(status)) return isOfCatalogue(code) ? 404 : 502
  return [401, 404, 409, 410, 429, 503, 504].includes(status) ? status : 502
}

export async function asPanel<T>(work: Promise<T>): Promise<Panel<T>> {
  try {
    return { ok: true, value: await work }
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, problem: problemOf(error) }
    throw error
  }
}

const asked = new WeakMap<RequestContext, Map<string, Promise<unknown>>>()

/** Drops the reads of a request, so that the rest of it reads again. */
export function forgetReads(context: RequestContext): void {
  asked.delete(context)
}

/** Runs the same work once per request. */
function once<T>(context: RequestContext, key: string, work: () => Promise<T>): Promise<T> {
  const made = asked.get(context) ?? new Map<string, Promise<unknown>>()
  asked.set(context, made)
  const known = made.get(key)
  if (known) return known as Promise<T>
  const started = work()
  made.set(key, started)
  return started
}
