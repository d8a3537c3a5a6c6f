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
import { refreshParam } from '~/domain/refresh-param'
import { contextOf, type RequestContext } from '~/door/context'
import type { Features } from '~/flags'
import { featuresNow } from '~/flags.server'
import { requestLanguage } from '~/i18n/i18n.server'
import { type Capability, isAvailableInArchive, may } from '~/permissions'
import { checkGuest } from '~/session/guest.server'
import { describeToken } from '~/session/refused-token.server'
import { accessToken, minRenewalWaitMs } from '~/session/renewal.server'
import type { Session } from '~/session/session.server'
import {
  currentSessionWithRow,
  endSession,
  SessionEnded,
  signedOutPerson,
  signInRedirect,
} from '~/session/session.server'
import { bestEffortWrite } from '~/store/best-effort-write.server'
import type { SessionRow } from '~/store/tables'
import { type ViewName, views } from '~/views'
import { type Catalogues, catalogues } from './catalogues.server'
import { download, type FileDownload } from './download.server'
import type { RawResponse } from './fetch-raw.server'
import {
  excludeHidden,
  type HiddenProducts,
  isFilterRejected,
  removeHidden,
  returnsControllers,
} from './hidden-controllers'
import { ownCustomerAddress } from './own-customer.server'
import { loadPerson, type Person, roleAt } from './person.server'
import { isCatalogueCode, type Problem, problemOf, ServiceError } from './service-error'
import { type Bearer, callWithRetry, type Input, parseAnswer, type ServiceAnswer } from './transport.server'
import { cachedWalk, type WalkScope } from './walk-cache.server'
import { type WalkRoots, walkRoots } from './walk-roots.server'
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
  page<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ServiceAnswer<E>>
  /** Reads a part that the page can do without: an error is shown in its place. */
  panel<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<Panel<ReplyOf<E>>>
  /** Like `read`, but throws the `ServiceError` itself, for callers with a fallback. */
  call<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Like `call`, from the cached walk of this customer where possible, shared by people with the same rights. */
  walk<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Like `call`, without old answers while a service is down. */
  fresh<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Returns a file as a stream. */
  download<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<FileDownload>
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
  budgetMs?: number
}

/** Returns the reader of a page. Redirects to sign-in; throws 404 for a hidden place, 403 inside (design §9). */
export async function readerFor(args: LoaderFunctionArgs, need: Need = {}): Promise<Reader> {
  const base = await visitor(args, need.budgetMs)
  const view = need.view && views[need.view]
  const capabilities = [need.capability ?? view?.capability ?? []].flat()
  if (args.params.tenantId && !base.role) throw new Response(null, { status: 404 })
  const role = base.role ?? { role: 'no-access', because: 'noRole' }
  if (capabilities.length > 0 && !capabilities.some((one) => may(role.role, one)))
    throw new Response(null, { status: 403 })
  if (view?.flag && !base.features[view.flag]) throw new Response(null, { status: 404 })
  const isArchived = await isArchivedFor(base, args.params.customerId)
  const redirecting = <T>(work: Promise<T>) => work.catch((error: unknown) => redirectToOwnCustomer(error, args, base))
  return {
    ...base,
    read: (endpoint, input) => redirecting(base.read(endpoint, input)),
    page: (endpoint, input) => redirecting(base.page(endpoint, input)),
    role,
    may: (capability) => may(role.role, capability) && (!isArchived || isAvailableInArchive(capability)),
  }
}

/** Returns the reader of a request that lasts, with the session, the rights and the flags of now. Throws as `readerFor`. */
export function readerAgain(args: LoaderFunctionArgs, need?: Need): Promise<Reader> {
  return readerFor({ ...args, context: { ...contextOf(args), startedAt: Date.now() } }, need)
}

/** Redirects a 404 to the same address under the customer that owns the thing, where that is another one. */
async function redirectToOwnCustomer(
  error: unknown,
  { request, params }: LoaderFunctionArgs,
  base: Visitor,
): Promise<never> {
  if (error instanceof Response && error.status === 404 && params.customerId) {
    const anywhere = { ...base.bearer, customerId: undefined }
    const own = await once(base.context, 'own customer', () =>
      ownCustomerAddress(
        async (endpoint, input) => (await callWithRetry(endpoint, input, anywhere)).reply,
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
 * loaders of a request with the same time limit; session and person by all.
 */
export async function visitor(args: LoaderFunctionArgs, budgetMs = 8_000): Promise<Visitor> {
  try {
    return await once(contextOf(args), `visitor ${budgetMs}`, () => visit(args, budgetMs))
  } catch (error) {
    // Each loader throws its own copy: a response body can be read only once.
    if (error instanceof Response) throw (replacements.get(contextOf(args)) ?? error).clone()
    throw error
  }
}

const replacements = new WeakMap<RequestContext, Response>()

/** Replaces the sign-in redirect of every loader of a request, so that the page can return a form. */
export function replaceSignInRedirect(context: RequestContext, response: Response): void {
  replacements.set(context, response)
}

export type Visitor = Awaited<ReturnType<typeof visit>>

async function visit(args: LoaderFunctionArgs, budgetMs: number) {
  const { request, params } = args
  const context = contextOf(args)
  const { session, row } = await once(context, 'session', () => sessionOf(args))
  checkGuest(session, request)
  context.person = opaque(session.person)
  context.signedInPerson = session.person
  const language = await requestLanguage(request)
  const bearer = await bearerOf({ args, session, row, language, context, budgetMs })
  const person = await once(context, 'person', () => asPage(signedIn(() => loadPerson(session, bearer), session, args)))
  const role = roleAt(person, { tenantId: params.tenantId, customerId: params.customerId })
  const flags = featuresNow()
  const walkScope = walkScopeOf(args, role, language)
  const reads: RequestReads = {
    args,
    context,
    session,
    bearer,
    flags,
    walks: walkScope && {
      scope: walkScope,
      roots: walkRoots(params.customerId ?? '', (endpoint, input) => readWhole(reads, endpoint, input)),
      since: refreshSince(request),
    },
    oldestSeconds: null,
    oldestWalkAt: null,
    unreadRows: 0,
  }
  return {
    session,
    person,
    role,
    language,
    context,
    bearer,
    features: flags,
    /** Sets the time limit for all further reads, in ms from now. */
    setBudget(budgetMs: number) {
      bearer.deadline = Date.now() + budgetMs
    },
    call: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => readWhole(reads, endpoint, input),
    walk: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => readWalk(reads, endpoint, input),
    /** Like `call`, without old answers while a service is down: a change is never planned from them. */
    fresh: <E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}) =>
      wholeReply(endpoint, input, (one) => freshAnswerOf(reads, endpoint, one)),
    freshPage: <E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}) => freshAnswerOf(reads, endpoint, input),
    read: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => asPage(readWhole(reads, endpoint, input)),
    page: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => asPage(answerOf(reads, endpoint, input)),
    panel: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => asPanel(readWhole(reads, endpoint, input)),
    download: <E extends ReadEndpoint>(endpoint: E, input: Input<E> = {}) =>
      asPage(signedIn(() => download(endpoint, input, bearer), session, args)),
    catalogues: () => asPage(signedIn(() => visibleCatalogues(reads), session, args)),
    age: () => ageOf(reads),
  }
}

/** What the reads of one request share, and how old and complete their answers are. */
interface RequestReads {
  readonly args: LoaderFunctionArgs
  readonly context: RequestContext
  readonly session: Session
  readonly bearer: Bearer
  readonly flags: Features
  /** Null where no walk may be shared. */
  readonly walks: Walks | null
  /** Age of the oldest cached answer shown. */
  oldestSeconds: number | null
  /** Epoch ms of the oldest cached reply of a walk. */
  oldestWalkAt: number | null
  unreadRows: number
}

interface Walks {
  scope: WalkScope
  roots: WalkRoots
  /** Epoch ms since which a walk is read again. */
  since: number
}

const keyOf = (endpoint: ReadEndpoint, input: unknown) =>
  `${endpoint.service} ${endpoint.name} ${JSON.stringify(input)}`

function readWhole<E extends ReadEndpoint>(
  reads: RequestReads,
  endpoint: E,
  input: Input<E> = {},
): Promise<ReplyOf<E>> {
  return wholeReply(endpoint, input, (one) => answerOf(reads, endpoint, one))
}

/** Reads; while the service is down, returns its last good answer. */
async function answerOf<E extends ReadEndpoint>(
  reads: RequestReads,
  endpoint: E,
  input: Input<E> = {},
): Promise<ServiceAnswer<E>> {
  const { session, bearer } = reads
  const { tenantId, customerId, language } = bearer
  const cacheKey = `${session.id} ${tenantId} ${customerId} ${language} ${keyOf(endpoint, input)}`
  try {
    const fresh = await freshAnswerOf(reads, endpoint, input)
    lastGood.set(cacheKey, { raw: fresh.raw, at: Date.now() })
    return fresh
  } catch (error) {
    const cached = lastGood.get(cacheKey)
    if (!(error instanceof ServiceError && error.isDown && cached)) throw error
    reads.oldestSeconds = Math.max(reads.oldestSeconds ?? 0, Math.round((Date.now() - cached.at) / 1000))
    return removeHidden(await parseAnswer(endpoint, cached.raw), await hiddenProductsFor(reads, endpoint))
  }
}

function freshAnswerOf<E extends ReadEndpoint>(
  reads: RequestReads,
  endpoint: E,
  input: Input<E>,
): Promise<ServiceAnswer<E>> {
  const { context, session, args } = reads
  const work = () => once(context, keyOf(endpoint, input), () => readOnce(reads, endpoint, input))
  return signedIn(work, session, args)
}

async function readOnce<E extends ReadEndpoint>(
  reads: RequestReads,
  endpoint: E,
  input: Input<E>,
): Promise<ServiceAnswer<E>> {
  const hidden = await hiddenProductsFor(reads, endpoint)
  const answer = await callWithoutHidden(reads.bearer, { endpoint, input, hidden })
  if (!isCount(input)) reads.unreadRows += answer.unreadRows
  return removeHidden(answer, hidden)
}

function callWithoutHidden<E extends ReadEndpoint>(
  bearer: Bearer,
  { endpoint, input, hidden }: { endpoint: E; input: Input<E>; hidden: HiddenProducts },
): Promise<ServiceAnswer<E>> {
  return callWithRetry(endpoint, excludeHidden(endpoint, input, hidden), bearer).catch((error: unknown) => {
    if (!isFilterRejected(endpoint, error)) throw error
    return callWithRetry(endpoint, input, bearer)
  })
}

/** Reads from the cached walk of the customer where it may be shared. */
function readWalk<E extends ReadEndpoint>(reads: RequestReads, endpoint: E, input: Input<E> = {}): Promise<ReplyOf<E>> {
  const { context, session, args, walks } = reads
  if (!walks) return readWhole(reads, endpoint, input)
  return wholeReply(endpoint, input, async (one) => {
    if (!(await walks.roots.areOwn(endpoint, one))) return answerOf(reads, endpoint, one)
    const read = () => walkOnce(reads, { ...walks, endpoint, input: one })
    return signedIn(() => once(context, `walk ${keyOf(endpoint, one)}`, read), session, args)
  })
}

/** Caches the reply unfiltered: hidden products are removed on each read, since they may change meanwhile. */
async function walkOnce<E extends ReadEndpoint>(
  reads: RequestReads,
  { scope, roots, since, endpoint, input }: Walks & { endpoint: E; input: Input<E> },
): Promise<ServiceAnswer<E>> {
  const hidden = await hiddenProductsFor(reads, endpoint)
  const walkStartedAt = Date.now()
  const { value, requestedAt } = await cachedWalk<ServiceAnswer<E>>(scope, {
    call: keyOf(endpoint, excludeHidden(endpoint, input, hidden)),
    since,
    read: async () => ({ ...(await callWithoutHidden(reads.bearer, { endpoint, input, hidden })), raw: emptyRaw }),
    sizeOf: ({ reply }) => JSON.stringify(reply)?.length ?? 0,
  })
  roots.add(value.reply)
  if (requestedAt < walkStartedAt) reads.oldestWalkAt = Math.min(reads.oldestWalkAt ?? requestedAt, requestedAt)
  reads.unreadRows += value.unreadRows
  return removeHidden(value, hidden)
}

/** Returns the catalogues with the models that are offered here only (spec §5). */
async function visibleCatalogues({ bearer, flags }: RequestReads): Promise<Catalogues> {
  const { controllers, ...others } = await catalogues(bearer)
  return { ...others, controllers: visibleControllers(controllers, { flags }) }
}

async function hiddenProductsFor(reads: RequestReads, endpoint: ReadEndpoint): Promise<HiddenProducts> {
  if (!returnsControllers(endpoint)) return noProducts
  return await once(reads.context, 'hidden products', () => hiddenProducts(reads))
}

/** Returns no products while the models are unknown: a complete list is better than none. */
async function hiddenProducts({ bearer, flags }: RequestReads): Promise<HiddenProducts> {
  try {
    const { controllers } = await catalogues(bearer)
    const visible = new Set(visibleControllers(controllers, { flags }))
    return new Set(controllers.flatMap((model) => (visible.has(model) ? [] : [model.id])))
  } catch (error) {
    if (error instanceof ServiceError) return noProducts
    throw error
  }
}

function ageOf({ oldestSeconds, oldestWalkAt, unreadRows }: RequestReads): Age {
  const walkSeconds = oldestWalkAt === null ? null : Math.round((Date.now() - oldestWalkAt) / 1000)
  return { seconds: oldestSeconds, unreadRows, walkSeconds }
}

/** Returns whether a page of one row is requested only for its count: its row is not shown. */
function isCount(input: Input<ReadEndpoint>): boolean {
  const { query, body } = input as { query?: { pageSize?: unknown }; body?: { pageSize?: unknown } }
  return (query?.pageSize ?? body?.pageSize) === 1
}

const noProducts: HiddenProducts = new Set()

/** A cached walk stores the parsed reply only, not the raw response. */
const emptyRaw: RawResponse = { status: 200, headers: {}, bytes: Buffer.alloc(0) }

/**
 * Returns who may share the walk; null where the address names no customer. Files are always read afresh, since they
 * show no age.
 */
function walkScopeOf(
  { request, params }: LoaderFunctionArgs,
  role: EffectiveRole | null,
  language: string,
): WalkScope | null {
  const { tenantId, customerId } = params
  if (!role || !tenantId || !customerId || new URL(request.url).pathname.endsWith('/csv')) return null
  return { tenantId, customerId, rights: `${role.role} ${role.because} ${language}` }
}

/**
 * Returns the epoch ms since which a walk is read again, from the link beside its age; 0 without one, or for a time
 * in the future.
 */
function refreshSince(request: Request): number {
  const since = new URL(request.url).searchParams.get(refreshParam) ?? ''
  return /^\d{13}$/.test(since) && Number(since) <= Date.now() ? Number(since) : 0
}

/**
 * Last good answers, shown only while their service is down: at most 5 minutes old and limited in bytes (design §6).
 * Stored raw, since parsed objects would cost time in each garbage collection.
 */
const lastGood = new LRUCache<string, { raw: RawResponse; at: number }>({
  max: 4_000,
  maxSize: 64 * 1024 * 1024,
  maxEntrySize: 2 * 1024 * 1024,
  sizeCalculation: ({ raw }) => Math.max(1, raw.bytes.length),
  ttl: 5 * 60_000,
})

/** Returns a pseudonym of the person for the log: always the same for one person. */
function opaque({ issuer, subject }: Session['person']): string {
  return createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 16)
}

/** Returns the session, with its row where it was read for this. */
async function sessionOf(args: LoaderFunctionArgs): Promise<{ session: Session; row?: SessionRow }> {
  const { ticketSession } = contextOf(args)
  const current = ticketSession ? { session: ticketSession } : await currentSessionWithRow(args.request)
  if (!current) {
    const isRemembered = (await signedOutPerson(args.request)) !== null
    throw signInRedirect(args.request, { isRemembered })
  }
  return current
}

async function bearerOf(options: {
  args: LoaderFunctionArgs
  session: Session
  row: SessionRow | undefined
  language: string
  context: RequestContext
  budgetMs: number
}): Promise<Bearer> {
  const { args, session, row, language, context, budgetMs } = options
  const startedAt = readStartOf(context)
  const deadline = startedAt + budgetMs
  const renewalDeadline = startedAt + Math.max(budgetMs, minRenewalWaitMs)
  const token = await signedIn(() => accessToken(session, { row, deadline: renewalDeadline }), session, args)
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
function readStartOf(context: RequestContext): number {
  const since = context.isPosted ? Date.now() : (readStarts.get(context) ?? Date.now())
  readStarts.set(context, since)
  return since
}

const readStarts = new WeakMap<RequestContext, number>()

/** Runs work; a 401 from any call ends the session and redirects to sign-in with `errorCode=401` (spec §8). */
export async function signedIn<T>(
  work: () => Promise<T>,
  session: Session,
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof SessionEnded || (error instanceof ServiceError && error.status === 401)
    if (!isRefused) throw error
    if (error instanceof SessionEnded && error.isLost) throw signInRedirect(args.request, { isLost: true })
    await bestEffortWrite(`end ${session.id}`, async () => {
      const ended = await endSession(session, 'refused')
      if (!(error instanceof ServiceError && ended)) return
      const token = await describeToken(ended.accessToken)
      const details = { session: session.id, service: error.service, code: error.code, token }
      contextOf(args).log.warn(details, 'a service rejected a session')
    })
    throw signInRedirect(args.request, { errorCode: 401 })
  }
}

/** Replaces a `ServiceError` by the response that the error page can explain. */
export async function asPage<T>(work: Promise<T>): Promise<T> {
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
  const headers = retryHeaders(error.retryAfterSeconds)
  return Response.json({ problem: problemOf(error), fields }, { status: statusOf(error), headers })
}

/** Returns the header with which the response passes on how long a service asks to wait. */
export function retryHeaders(seconds: number | null | undefined): Record<string, string> {
  return seconds ? { 'retry-after': String(seconds) } : {}
}

/** A refusal about the requested thing is 404; one without a catalogue code is from something in between: 502. */
function statusOf({ status, code, trouble }: ServiceError): number {
  if (trouble) return status
  if ([400, 403, 405, 422].includes(status)) return isCatalogueCode(code) ? 404 : 502
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

const readsByRequest = new WeakMap<RequestContext, Map<string, Promise<unknown>>>()

/** Drops the reads of a request, so that the rest of it reads again. */
export function forgetReads(context: RequestContext): void {
  readsByRequest.delete(context)
}

/** Runs the same work once per request. */
function once<T>(context: RequestContext, key: string, work: () => Promise<T>): Promise<T> {
  const reads = readsByRequest.get(context) ?? new Map<string, Promise<unknown>>()
  readsByRequest.set(context, reads)
  const existing = reads.get(key)
  if (existing) return existing as Promise<T>
  const started = work()
  reads.set(key, started)
  return started
}
