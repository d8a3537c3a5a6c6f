/** The input and output types of handlers; an incomplete implementation of a contract does not compile. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { AnyEndpoint, ParamsOf } from '../contracts/endpoint'
import type { LinkRefusal, PointReading } from '../link/port'
import type { DeviceClock } from '../link/registry'
import type { Caller, PermissionTarget } from './caller'
import type { WorkAttempt } from './intents'
import type { UploadedFile } from './upload'
import type { World } from './world'

type Parsed<Schema> = z.output<NonNullable<Schema>>

export interface ServiceCall<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  caller: Caller
  world: World
  headers: IncomingHttpHeaders
  /** The file of an upload, and the result of its inspection. */
  upload: { file: UploadedFile; facts: unknown } | undefined
  /** What the links of the controllers answered before the write began; empty unless the service consults them. */
  consulted: Consultation
  /** The customer header, unless absent or the nil id; checked against the caller's permissions. */
  customerId: string | undefined
  /** `require` with the capability of the contract (kit/caller). */
  require(target: PermissionTarget | undefined): void
  /** Names the changed entities for the journal; by default those of the reply or the path. */
  touched(...ids: string[]): void
}

/** What the links answered about some controllers, by device id. */
export interface Consultation {
  /** The controllers that would not accept the change. */
  refusals: ReadonlyMap<string, LinkRefusal>
  /** Readings of points, by point id. */
  readings?: ReadonlyMap<string, PointReading>
  clocks?: ReadonlyMap<string, DeviceClock>
}

/** A reply with more than a body: another status, headers, the count and continuation of a bare paged list. */
export class ExtendedReply<Reply> {
  constructor(
    readonly reply: Reply,
    readonly extra: ReplyExtras,
  ) {}
}

export interface ReplyExtras {
  status?: number
  headers?: Record<string, string>
  /** `X-Total-Count`. */
  total?: number
  /** The continuation token of the next page; sent as the `Link` header. */
  next?: string | null
  /** Plain text instead of JSON. */
  text?: string
  /** A file instead of JSON. */
  download?: ReplyDownload
}

export interface ReplyDownload {
  name: string
  /** Bytes. */
  size: number
  open(): Readable
}

export const replyWith = <Reply>(reply: Reply, extra: ReplyExtras) => new ExtendedReply(reply, extra)

type Outcome<E extends AnyEndpoint> = z.input<E['reply']> | ExtendedReply<z.input<E['reply']>>

/** Writes are synchronous: effect, journal and stored reply are one transaction. */
type Result<E extends AnyEndpoint> = E['effect'] extends 'write' ? Outcome<E> : Outcome<E> | Promise<Outcome<E>>

/**
 * Inspects an uploaded file before the write begins, possibly for some time; may throw. Its result is `upload.facts`.
 */
export type Inspections<Contract extends Record<string, AnyEndpoint>> = {
  [Name in keyof Contract]?: (file: UploadedFile) => Promise<unknown>
}

/** Checks whether the caller may send a file for the text fields, before any of the file is read; throws otherwise. */
export type Admissions<Contract extends Record<string, AnyEndpoint>> = {
  [Name in keyof Contract]?: (call: Pick<ServiceCall<Contract[Name]>, 'body' | 'caller' | 'world' | 'require'>) => void
}

/** Consults the links of the controllers before a write begins, outside its transaction. It changes nothing. */
export type Consultations<Contract extends Record<string, AnyEndpoint>> = {
  [Name in keyof Contract]?: (
    call: Pick<ServiceCall<Contract[Name]>, 'params' | 'body' | 'headers' | 'caller' | 'world'>,
  ) => Promise<Consultation>
}

/**
 * A write that a controller must answer, in three parts. Only `perform` speaks to the link, outside of any transaction;
 * it may run again after a crash. What passes from part to part is stored as JSON.
 */
export interface LinkedWrite<E extends AnyEndpoint> {
  /** Names what two such writes must not change at the same time. */
  lanes(call: ServiceCall<E>): readonly string[]
  /** Checks the call and returns the work; throws what is refused. */
  prepare(call: ServiceCall<E>): unknown
  perform(world: World, work: unknown, details: WorkAttempt): Promise<unknown>
  /** Stores the outcome and returns the reply. */
  complete(context: Pick<ServiceCall<E>, 'world' | 'touched'>, work: unknown, answer: unknown): Outcome<E>
}

/** The same with the types of what passes from part to part. */
export interface LinkedParts<E extends AnyEndpoint, Work, Answer> {
  lanes(call: ServiceCall<E>): readonly string[]
  prepare(call: ServiceCall<E>): Work
  perform(world: World, work: Work, details: WorkAttempt): Promise<Answer>
  complete(context: Pick<ServiceCall<E>, 'world' | 'touched'>, work: Work, answer: Answer): Outcome<E>
}

export const linkedWrite = <E extends AnyEndpoint, Work, Answer>(parts: LinkedParts<E, Work, Answer>): LinkedWrite<E> =>
  parts as LinkedWrite<E>

type Handler<E extends AnyEndpoint> = (call: ServiceCall<E>) => Result<E>

export type Handlers<Contract extends Record<string, AnyEndpoint>> = {
  [Name in keyof Contract]: Contract[Name]['effect'] extends 'write'
    ? Handler<Contract[Name]> | LinkedWrite<Contract[Name]>
    : Handler<Contract[Name]>
}
