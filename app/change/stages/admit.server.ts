/** The second stage: who sent the form, whether they have permission, and whether the form is valid. */
import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { Visitor } from '~/backend/reader.server'
import { visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { reasonFor } from '~/changes'
import { may } from '~/permissions'
import type { Attribution } from '~/trail/trail.server'
import { inTenant, recordRefusalOrLog, requirePermission } from '../admission.server'
import { allowUnchanged } from '../allow-unchanged'
import { configureErrorKeys } from '../form-errors'
import { filesOf } from '../form-files.server'
import { metaFields } from '../plan'
import type { Change, PlanContext } from '../plan-context'
import { maxReasonLength, normalizePosted, type Posted } from '../posted'
import { namedSubject } from '../refused-subject.server'
import { type ActionReply, changeProblemFrom, type FormErrors, formReply, replyStatusOf } from '../replies.server'
import { redirectToFirstResult } from '../same-form.server'
import type { ReceivedForm } from './receive.server'

configureErrorKeys()

/** Time limit of planning, ms: a call to some services may use 15 s. */
const maxPlanningMs = 32_000

export interface Admitted<Form> extends ReceivedForm<Form> {
  who: Visitor
  attribution: Attribution
  submission: Submission<Form>
  planContext: PlanContext<Form>
}

/**
 * Returns the valid form of a permitted person; else the form with its errors. Throws 403 or 404 without permission.
 */
export async function admit<Form>(received: ReceivedForm<Form>): Promise<Admitted<Form> | ActionReply> {
  const { args, change, fileProblems } = received
  const who = inTenant(await visitor(args), change.options?.tenantId)
  who.setBudget(maxPlanningMs)
  let attribution: Attribution
  try {
    attribution = await requirePermission(args, change, who, received.posted)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { posted } = received
    return formReply(
      { change, posted, submission: parseForm(change, posted) },
      replyStatusOf(error),
      changeProblemFrom(error),
    )
  }
  const posted = normalizePosted(received.posted)
  const submission = parseForm(change, posted)
  const { files, missing } = await filesOf(change, who.session, posted)
  if (Object.keys(missing).length > 0) await redirectToFirstResult({ change, posted, who, attribution })
  const errors: FormErrors = { ...missing, ...fileProblems }
  if (posted.reason.length > maxReasonLength) errors[metaFields.reason] = ['errors:field.tooLong']
  if (lacksReason(change, posted)) errors[metaFields.reason] = ['errors:change.reason']
  if (submission.status !== 'success' || Object.keys(errors).length > 0) {
    const problems = submission.status === 'success' ? errors : { ...submission.error, ...errors }
    await recordRefusalOrLog(who.context, attribution, {
      subject: await namedSubject(who.fresh, change.about, args.params),
      outcome: 'refused',
      detail: { because: 'invalid', fields: Object.keys(problems) },
    })
    return formReply({ change, posted, submission }, 422, { kind: 'invalid' }, errors)
  }
  if (posted.stage === 'edit') return formReply({ change, posted, submission }, 200, null)
  const planContext = planContextOf(who, { form: submission.value, files, only: posted.only })
  return { ...received, posted, who, attribution, submission, planContext }
}

/** A direct change without its required reason reports that together with the other errors. */
function lacksReason<Form>({ options, name }: Change<Form>, { stage, reason }: Posted): boolean {
  return options?.isDirect === true && stage === 'apply' && reasonFor(name) === 'required' && !reason
}

/** Returns the form parsed by its schema. Throws 400 for fields that no browser sends. */
export function parseForm<Form>(change: Change<Form>, posted: Posted): Submission<Form> {
  const formData = new FormData()
  for (const [name, value] of posted.fields) formData.append(name, value)
  try {
    return parseWithZod(formData, {
      schema: change.options?.keepsUnchangedText ? allowUnchanged(change.form, posted.shownTexts) : change.form,
    })
  } catch {
    throw new Response(null, { status: 400 })
  }
}

/** Returns the context of planning and work. */
export function planContextOf<Form>(
  who: Visitor,
  { form, files, only }: Pick<PlanContext<Form>, 'form' | 'files' | 'only'>,
): PlanContext<Form> {
  const role = who.role ?? { role: 'no-access' as const, because: 'noRole' as const }
  return {
    form,
    files,
    only,
    session: who.session,
    person: who.person,
    role,
    language: who.language,
    features: who.features,
    may: (capability) => may(role.role, capability),
    read: who.fresh,
    page: who.freshPage,
    catalogues: who.catalogues,
  }
}
