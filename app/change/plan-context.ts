/** A change as a page declares it, and the contexts of its planning and its work (design §7). */
import type { z } from 'zod'
import type { BodyOf, ReadEndpoint, ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import type { Catalogues } from '~/backend/catalogues.server'
import type { Person } from '~/backend/person.server'
import type { Reader, Visitor } from '~/backend/reader.server'
import type { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { PartialReply } from '~/backend/write-reply'
import type { ChangeName } from '~/changes'
import type { EffectiveRole } from '~/domain/effective-role'
import type { Features } from '~/flags'
import type { Capability } from '~/permissions'
import type { Subject } from '~/trail/record'
import type { FileFields } from './file-field'
import type { KeptFile } from './kept-files.server'
import type { Plan } from './plan'
import type { PostedFields } from './posted'

/** The context of planning and work: everything a loader has, with `ServiceError` for failures. */
export interface PlanContext<Form> {
  form: Form
  /** The uploaded files, by the name of their field. */
  files: Readonly<Record<string, KeptFile>>
  /** The subjects of a retry of a part of a change; empty for all. */
  only: readonly string[]
  session: Visitor['session']
  person: Person
  role: EffectiveRole
  language: 'en' | 'fr'
  features: Features
  may(capability: Capability): boolean
  read<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  /** Like `read`, for one page of a bare list. */
  page: Reader['page']
  catalogues(): Promise<Catalogues>
}

export interface WorkContext<Form> extends PlanContext<Form> {
  plan: Plan
  changeId: string
  /** The reason in the person's words. */
  reason: string | null
  /**
   * Sends one call, once. `subjects` names those that it concerns, when not all. Returns the readable part of the
   * reply: a success needs none. Reads after it are not answered from earlier ones.
   */
  write<E extends WriteEndpoint>(
    endpoint: E,
    input: Input<E> & { body?: BodyOf<E> },
    subjects?: readonly string[],
  ): Promise<PartialReply<ReplyOf<E>>>
  /** Sets the outcome of one subject, where that is not `done` for all. */
  setOutcome(subjectId: string, outcome: 'done' | 'failed' | 'unknown', detail?: Record<string, unknown>): void
  /** Records the id and name of a subject that the service has just created. */
  setSubjectId(subjectId: string, thing: Subject): void
}

export interface Change<Form> {
  name: ChangeName
  /** A second change that the same post starts: a person without the right to it is refused before the first one. */
  followedBy?: ChangeName
  /** The subject of the page with the form; refusals are recorded about it. */
  about: Subject
  /** What differs from the ordinary way: the form, its plan, then the work. */
  options?: ChangeOptions
  /** Parses the posted fields for `plan` and `work`; messages are keys. */
  form: z.ZodType<Form>
  /** Returns what will happen, per subject, from fresh reads. */
  plan(context: PlanContext<Form>): Promise<Plan>
  /** Carries it out and returns the address of the page that shows it; undefined for the change's own page. */
  work(context: WorkContext<Form>): Promise<string | undefined>
}

export interface ChangeOptions {
  /** For editing or creating one thing: the first post applies it, without a plan. */
  isDirect?: boolean
  /** The tenant, for pages without one in their address: decides the trail and the role. */
  tenantId?: string
  /** Fields that accept a file; the page must be in `withFiles` of the paths. */
  files?: FileFields
  /**
   * Accepts a text that is still as the form showed it, whatever the schema says: for an edit, which does not change
   * it.
   */
  keepsUnchangedText?: boolean
  /**
   * Converts the posted fields to the stored form, where the page has more inputs than the change has fields;
   * idempotent.
   */
  normalize?(entries: PostedFields): PostedFields
  /** Returns message keys by field for a refusal: with any, the form is returned in place of its plan. */
  fieldErrorsFrom?(error: ServiceError): Record<string, string[]>
  /** The caller uses the reply itself; its plan has no address then. */
  isAnsweredHere?: boolean
  /** The change continues after its response when controllers take long: its page shows the progress. */
  continues?: boolean
  /** The change removes its one subject: that it no longer exists proves success. */
  removes?: boolean
}
