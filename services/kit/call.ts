/** What a handler is given and what it may answer; the types make half a contract a compile error. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { AnyEndpoint, ParamsOf } from '../contracts/endpoint'
import type { Caller, Target } from './caller'
import type { UploadedFile } from './upload'
import type { World } from './world'

type Parsed<Schema> = z.output<NonNullable<Schema>>

export interface Call<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  caller: Caller
  world: World
  headers: IncomingHttpHeaders
  /** The file of an upload, and what its inspection found out. */
  upload: { file: UploadedFile; facts: unknown } | undefined
  /** The customer header, when sent and not the nil id; checked against the caller's rights. */
  customerId: string | undefined
  /** `require` with the capability of the contract (kit/caller). */
  require(target: Target | undefined): void
  /** Names what a write changed, for the journal; said by the reply or the path otherwise. */
  touched(...ids: string[]): void
}

/** An answer with more than a body: another status, headers, the count and continuation of a bare paged list. */
export class Answer<Reply> {
  constructor(
    readonly reply: Reply,
    readonly extra: Extra,
  ) {}
}

export interface Extra {
  status?: number
  headers?: Record<string, string>
  /** `X-Total-Count`. */
  total?: number
  /** The continuation token of the next page; becomes the `Link` header. */
  next?: string | null
  /** Plain text instead of JSON. */
  text?: string
  /** A file instead of JSON. */
  download?: Download
}

export interface Download {
  name: string
  /** Bytes. */
  size: number
  open(): Readable
}

export const answer = <Reply>(reply: Reply, extra: Extra) => new Answer(reply, extra)

type Outcome<E extends AnyEndpoint> = z.input<E['reply']> | Answer<z.input<E['reply']>>

/** Writes are synchronous: effect, journal and kept answer are one transaction. */
type Result<E extends AnyEndpoint> = E['effect'] extends 'write' ? Outcome<E> : Outcome<E> | Promise<Outcome<E>>

/** Looks into an uploaded file, which may take time, before the write begins; may refuse. What it answers is `upload.facts`. */
export type Inspections<Contract extends Record<string, AnyEndpoint>> = {
  [Name in keyof Contract]?: (file: UploadedFile) => Promise<unknown>
}

/** Asks whether the caller may send a file where its text fields say, before any of the file is taken; refuses if not. */
export type Admissions<Contract extends Record<string, AnyEndpoint>> = {
  [Name in keyof Contract]?: (call: Pick<Call<Contract[Name]>, 'body' | 'caller' | 'world' | 'require'>) => void
}

export type Handlers<Contract extends Record<string, AnyEndpoint>> = {
  [Name in keyof Contract]: (call: Call<Contract[Name]>) => Result<Contract[Name]>
}
