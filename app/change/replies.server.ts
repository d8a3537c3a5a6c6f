/** The replies of a change that was not applied: its form, its plan, or a conflict. */
import { createHash } from 'node:crypto'
import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { isCatalogueCode, problemOf, type ServiceError } from '~/backend/service-error'
import { canonicalJson } from '~/trail/chain.server'
import { mayRedisplay } from '~/trail/redact'
import type { Conflict } from './conflict'
import { nextKey } from './idempotency.server'
import type { ChangeProblem, ChangeReply, Original, Plan, PlanField, PlanView } from './plan'
import type { Change } from './plan-context'
import { type Posted, withoutSecrets, withUnixLineEnds } from './posted'

/** Message keys by field. */
export type FormErrors = Record<string, string[]>

/** A reply with its status, as an action returns it. */
export type ActionReply = ReturnType<typeof formReply | typeof planReply | typeof conflictReply>

/** Returns whether a stage ended the change with a reply. */
export function isActionReply(value: object): value is ActionReply {
  return 'init' in value && 'data' in value
}

/** Returns the plan for some of its subjects, for a retry of a part of a change. */
export function narrowPlan(plan: Plan, only: readonly string[]): Plan {
  if (only.length === 0) return plan
  const ids = new Set(only)
  return { ...plan, rows: plan.rows.filter(({ subject }) => ids.has(subject.id)) }
}

/** Returns why a plan changes nothing: a direct change has no plan to show the reason in. */
export function emptyPlanProblem<Form>(plan: Plan, change: Change<Form>): ChangeProblem {
  const skipped = change.options?.isDirect ? plan.rows.find(({ effect }) => effect === 'skip') : undefined
  return skipped?.because ? { kind: 'skipped', because: skipped.because } : { kind: 'nothing' }
}

/** Returns the plan for a page; rows that moved since it was shown are detected by their hashes. */
export function planViewOf(plan: Plan, posted: Posted): PlanView {
  const short = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('hex')
  const rowHashes = plan.rows.map(({ subject, effect, because, timing, fields, version }) =>
    short([subject.id, effect, because ?? null, timing ?? null, fields.map(withoutLabel), version ?? null]).slice(
      0,
      12,
    ),
  )
  const shownHashes = new Set(posted.rowHashes)
  const moved =
    posted.rowHashes.length === 0
      ? []
      : plan.rows.filter((_, at) => !shownHashes.has(rowHashes[at] as string)).map((row) => row.subject.id)
  const fields = withoutSecrets(posted.fields).map((field) => withUnixLineEnds(field.join('=')))
  return { ...plan, hash: short([rowHashes, fields.sort()]), rowHashes, moved }
}

/** A label depends on the language, which a person may change while the plan is open. */
const withoutLabel = ({ label: _, ...field }: PlanField): PlanField => field

/** Returns the form for Conform: the posted values without secrets, and their errors. */
export function formReply<Form>(
  { change, posted, submission }: { change: Pick<Change<Form>, 'name'>; posted: Posted; submission: Submission<Form> },
  status: number,
  problem: ChangeProblem | null,
  errors: FormErrors = {},
) {
  const hideFields = [
    ...new Set(posted.fields.map(([name]) => name).filter((name) => !mayRedisplay(name, change.name))),
  ]
  const reply: ChangeReply = {
    stage: 'form',
    submission: submission.reply({ fieldErrors: errors, hideFields }),
    problem,
    reason: posted.reason,
    confirm: posted.confirm,
    key: nextKey(posted.key),
    original: posted.original,
  }
  return data(reply, { status })
}

/** Returns both values of every field that another person changed meanwhile. */
export function conflictReply(posted: Posted, { fields, current }: Conflict) {
  const reply: ChangeReply = {
    stage: 'conflict',
    conflicts: fields,
    fields: withoutSecrets(posted.fields),
    original: posted.original ?? current,
    current,
    problem: { kind: posted.unresolved.length > 0 ? 'choose' : 'stale' },
    reason: posted.reason,
    key: nextKey(posted.key),
  }
  return data(reply, { status: 409 })
}

/** Returns the plan to review, with the fields that its form posts again. */
export function planReply(
  { posted, view, reasonAsked }: { posted: Posted; view: PlanView; reasonAsked: boolean },
  problem: ChangeProblem | null,
  status: number,
) {
  const rows = view.rows.map(({ before: _, after: __, customerId: ___, alreadySetSince: ____, ...row }) => row)
  const reply: ChangeReply = {
    stage: 'plan',
    // A secret is entered beside the plan, not passed through it.
    fields: withoutSecrets(posted.fields),
    plan: { ...view, rows, current: undefined },
    problem,
    reason: posted.reason,
    confirm: posted.confirm,
    key: nextKey(posted.key),
    reasonAsked,
    only: posted.only,
    original: posted.original && resolvedOriginal(posted.original, posted),
  }
  return data(reply, { status })
}

/** After a choice in a conflict, the values it was based on. */
const resolvedOriginal = ({ version, values }: Original, { theirs }: Posted): Original => ({
  version,
  values: { ...values, ...theirs },
})

/** Returns the failure of a service as a problem of the form. */
export function changeProblemFrom(error: ServiceError): ChangeProblem {
  if (!error.isControllerRefusal && (error.isDown || error.trouble || error.status >= 500))
    return { kind: 'unavailable', problem: problemOf(error) }
  const { fields } = error
  // A refusal without a code that names a field is still a validation error (spec §3).
  const namesFields = !isCatalogueCode(error.code) && Object.keys(fields).length > 0
  return {
    kind: 'refused',
    problem: { ...problemOf(error), ...(namesFields ? { code: '4000' } : {}) },
    fields,
    entities: error.entities.map((entity) => ({
      id: entity.entityId,
      key: entity.key ?? null,
      type: entity.details?.type ?? null,
      field: entity.details?.field ?? null,
    })),
  }
}

/** Returns the status of a page that shows the failure of a service. */
export function replyStatusOf(error: ServiceError): number {
  return error.status === 500 ? 502 : error.status === 404 ? 409 : error.status
}
