/** A change as a page declares it, and what its planning and its work are given (design §7). */
import type { z } from 'zod'
import type { BodyOf, ReadEndpoint, ReplyOf, WriteEndpoint } from '#contracts/endpoint'
import type { Catalogues } from '~/backend/catalogues.server'
import type { Person } from '~/backend/person.server'
import type { Visitor } from '~/backend/reader.server'
import type { ServiceError } from '~/backend/service-error'
import type { Input } from '~/backend/transport.server'
import type { Told } from '~/backend/write-answer'
import type { ChangeName } from '~/changes'
import type { EffectiveRole } from '~/domain/effective-role'
import type { Features } from '~/features'
import type { Capability } from '~/permissions'
import type { Subject } from '~/trail/record'
import type { FileFields } from './file-field'
import type { KeptFile } from './kept-files.server'
import type { Plan } from './plan'
import type { Fields } from './posted'

/** What planning and work may use: everything a loader has, with trouble thrown as ServiceError. */
export interface Desk<Form> {
  form: Form
  /** The files that came with the form, by the name of their field. */
  files: Readonly<Record<string, KeptFile>>
  /** The subjects it is narrowed to, when the rest of a change is tried again; empty for all. */
  only: readonly string[]
  session: Visitor['session']
  person: Person
  role: EffectiveRole
  language: 'en' | 'fr'
  features: Features
  may(capability: Capability): boolean
  read<E extends ReadEndpoint>(endpoint: E, input?: Input<E>): Promise<ReplyOf<E>>
  catalogues(): Promise<Catalogues>
}

export interface WorkDesk<Form> extends Desk<Form> {
  plan: Plan
  changeId: string
  /** Why, in the person's words. */
  reason: string | null
  /**
   * Sends one call, once. `subjects` names whom it concerns, when not everyone. Answers as much of the reply as was
   * told: that it was done needs no reply. What is read afterwards is read anew.
   */
  write<E extends WriteEndpoint>(
    endpoint: E,
    input: Input<E> & { body?: BodyOf<E> },
    subjects?: readonly string[],
  ): Promise<Told<ReplyOf<E>>>
  /** Says how it ended for one subject, where that is not `done` for all. */
  ended(subjectId: string, outcome: 'done' | 'failed' | 'unknown', detail?: Record<string, unknown>): void
  /** Names the thing a subject turned out to be, once the service has given it an id. */
  became(subjectId: string, thing: Subject): void
}

export interface Change<Form> {
  name: ChangeName
  /** The change that the same post goes on with: who may not make that one is refused before this one is begun. */
  followedBy?: ChangeName
  /** Whose page the form is on: the subject of a refusal. */
  about: Subject
  /** For the edit or creation of one thing: the first post does it, without a plan in between. */
  isDirect?: boolean
  /** The tenant it is about, for pages without one in their address: its trail, and the role held there. */
  tenantId?: string
  /** The fields that take a file; the page is named in `withFiles` of the paths. */
  files?: FileFields
  /** Posted names to what `plan` and `work` get; messages are keys. */
  form: z.ZodType<Form>
  /** Whether a text that stands as the form showed it passes whatever it is: of an edit, which leaves it alone. */
  sparesTexts?: boolean
  /** What was posted as the change keeps it, where its inputs are more than its parts; what is so already stays as it is. */
  arranged?(entries: Fields): Fields
  /** What a refusal says of the fields of the form, by their names: with any, the form comes back in place of its plan. */
  told?(error: ServiceError): Record<string, string[]>
  /** Whether the caller makes an answer of its own of the plan, which gets no address then. */
  isAnsweredHere?: boolean
  /** Whether it ends the one thing it is about: that it is not there shows that it was done. */
  removes?: boolean
  /** What will happen, per subject, read afresh. */
  plan(desk: Desk<Form>): Promise<Plan>
  /** Does it and says which page shows it; the change's own page where it says nothing. */
  work(desk: WorkDesk<Form>): Promise<string | undefined>
}
