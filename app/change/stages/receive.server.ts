/** The first stage: the posted form, from a page of ours, with its files. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { forgetReads, replaceSignInRedirect, visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { checkSameSite } from '~/door/cross-site'
import { isMultipart } from '~/door/form-type'
import { isFormToken } from '~/session/form-token.server'
import { currentSession, signedOutPerson } from '~/session/session.server'
import { denialReason, inTenant } from '../admission.server'
import { formAddress } from '../change-forms.server'
import { signInAddress } from '../drafts.server'
import { fileOwnerOf } from '../form-files.server'
import { type FormSender, receiveForm } from '../multipart.server'
import { metaFields } from '../plan'
import type { Change } from '../plan-context'
import { formFields, type Posted, type PostedFields, parsePosted } from '../posted'
import type { FormErrors } from '../replies.server'
import { returnedForm } from '../returned'

export interface ReceivedForm<Form> {
  args: ActionFunctionArgs
  change: Change<Form>
  posted: Posted
  /** Message keys of problems with the files, by field. */
  fileProblems: FormErrors
}

/** Returns the fields of a post without files. Throws 403 when no page of ours sent it. */
export async function sameSiteFields(request: Request): Promise<PostedFields> {
  const isOriginKnown = isSameSite(request)
  const fields = await formFields(request)
  if (!isOriginKnown) checkToken(request, fields)
  return fields
}

/** Reads the form. Throws 403 when no page of ours sent it. */
export async function receivePost<Form>(args: ActionFunctionArgs, change: Change<Form>): Promise<ReceivedForm<Form>> {
  const isOriginKnown = isSameSite(args.request)
  const { entries, problems } = await entriesOf(args, change)
  if (!isOriginKnown) checkToken(args.request, entries)
  const posted = parsePosted(change.options?.normalize?.(entries) ?? entries)
  contextOf(args).postedForm = returnedForm(posted, formAddress(args.request))
  return { args, change, posted, fileProblems: problems }
}

/** Accepts files only from people with permission for the change; rights are read again afterwards. */
async function entriesOf<Form>(args: ActionFunctionArgs, change: Change<Form>) {
  const { request } = args
  if (!change.options?.files || !isMultipart(request.headers.get('content-type')))
    return { entries: await formFields(request), problems: {} }
  async function admit(): Promise<FormSender> {
    try {
      const who = inTenant(await visitor(args), change.options?.tenantId)
      return (await denialReason(args, change, who)) === null ? fileOwnerOf(change, who.session) : null
    } catch (error) {
      // A person who is signed out, or whose rights cannot be read, is handled later, with the typed form.
      if (!(error instanceof Response || error instanceof ServiceError)) throw error
      if (error instanceof Response && signInAddress(error)) replaceSignInRedirect(contextOf(args), error)
      return (await isKnown(request)) ? 'typist' : null
    }
  }
  const received = await receiveForm(request, { files: change.options?.files, admit })
  forgetReads(contextOf(args))
  return received
}

/** Returns whether a person is signed in in this browser, or was within the last day. */
async function isKnown(request: Request): Promise<boolean> {
  return ((await currentSession(request)) ?? (await signedOutPerson(request))) !== null
}

/** Checked at the door already, and again here because `remix-serve` has no door. */
function isSameSite(request: Request): boolean {
  try {
    return checkSameSite(request.method, Object.fromEntries(request.headers), config().publicOrigin)
  } catch {
    throw new Response(null, { status: 403 })
  }
}

/** Checks the form's own token where the browser sent no origin; a form with a file is read before that is possible. */
function checkToken(request: Request, entries: PostedFields): void {
  const token = entries.find(([name]) => name === metaFields.token)?.[1] ?? ''
  if (!isFormToken(token, request)) throw new Response(null, { status: 403 })
}
