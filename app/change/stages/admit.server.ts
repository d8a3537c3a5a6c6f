/** The second stage: who sent the form, whether they have permission, and whether the form is valid. */
import type { Submission } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { Visitor } from '~/backend/reader.server'
import { visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { reasonFor } from '~/changes'
import { may } from '~/permissions'
import type { Attribution } from '~/trail/trail.server'
import { inTenant, noteRefusal, permit } from '../admission.server'
import type { Change, Desk } from '../desk'
import { speakInMessageKeys } from '../form-errors'
import { filesOf } from '../form-files.server'
import { metaFields } from '../plan'
import { maxReasonLength, normalizePosted, type Posted } from '../posted'
import { namedSubject } from '../refused-subject.server'
import { type Answer, type Errors, formReply, problemFrom, statusOf } from '../replies.server'
import { leadWhereItLed } from '../same-form.server'
import { sparing } from '../sparing'
import type { Received } from './receive.server'

speakInMessageKeys()

/** Time limit of planning, ms: a call to some services may use 15 s. */
const longestPlanning = 32_000

export interface Admitted<Form> extends Received<Form> {
  who: Visitor
  attribution: Attribution
  submission: Submission<Form>
  desk: Desk<Form>
}

/**
 * Returns the valid form of a permitted person; else the form with its errors. Throws 403 or 404 without permission.
 */
export async function admit<Form>(received: Received<Form>): Promise<Admitted<Form> | Answer> {
  const { args, change, fileProblems } = received
  const who = inTenant(await visitor(args), change.tenantId)
  who.grant(longestPlanning)
  let attribution: Attribution
  try {
    attribution = await permit(args, change, who, received.posted)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { posted } = received
    return formReply({ posted, submission: parse(change, posted) }, statusOf(error), problemFrom(error))
  }
  const posted = normalizePosted(received.posted)
  const submission = parse(change, posted)
  const { files, missing } = await filesOf(change, who.session, posted)
  if (Object.keys(missing).length > 0) await leadWhereItLed({ change, posted, who, attribution })
  const errors: Errors = { ...missing, ...fileProblems }
  if (posted.reason.length > maxReasonLength) errors[metaFields.reason] = ['errors:field.tooLong']
  if (lacksReason(change, posted)) errors[metaFields.reason] = ['errors:change.reason']
  if (submission.status !== 'success' || Object.keys(errors).length > 0) {
    const found = submission.status === 'success' ? errors : { ...submission.error, ...errors }
    await noteRefusal(who.context, attribution, {
      subject: await namedSubject(who.fresh, change.about, args.params),
      outcome: 'refused',
      detail: { because: 'invalid', fields: Object.keys(found) },
    })
    return formReply({ posted, submission }, 422, { kind: 'invalid' }, errors)
  }
  if (posted.stage === 'edit') return formReply({ posted, submission }, 200, null)
  const desk = deskOf(who, { form: submission.value, files, only: posted.only })
  return { ...received, posted, who, attribution, submission, desk }
}

/** A direct change without its required reason reports that together with the other errors. */
function lacksReason<Form>({ isDirect, name }: Change<Form>, { stage, reason }: Posted): boolean {
  return isDirect === true && stage === 'apply' && reasonFor(name) === 'required' && !reason
}

/** Returns the form parsed by its schema. Throws 400 for fields that no browser sends. */
export function parse<Form>(change: Change<Form>, posted: Posted): Submission<Form> {
  const formData = new FormData()
  for (const [name, value] of posted.fields) formData.append(name, value)
  try {
    return parseWithZod(formData, { schema: change.sparesTexts ? sparing(change.form, posted.shown) : change.form })
  } catch {
    throw new Response(null, { status: 400 })
  }
}

/** Returns the context of planning and work. */
export function deskOf<Form>(
  who: Visitor,
  { form, files, only }: Pick<Desk<Form>, 'form' | 'files' | 'only'>,
): Desk<Form> {
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
    catalogues: who.catalogues,
  }
}
