/** The first stage: what was posted, from a page of ours, with the files that came with it. */
import type { ActionFunctionArgs } from '@remix-run/node'
import { forgetReads, visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { checkSameSite } from '~/door/cross-site'
import { isMultipart } from '~/door/form-type'
import { isFormToken } from '~/session/form-token.server'
import { inTenant, whyNot } from '../admission.server'
import type { Change } from '../desk'
import { ownerOf } from '../form-files.server'
import type { Owner } from '../kept-files.server'
import { receiveForm } from '../multipart.server'
import { metaFields } from '../plan'
import { type Fields, formFields, type Posted, readForm } from '../posted'
import type { Errors } from '../replies.server'

export interface Received<Form> {
  args: ActionFunctionArgs
  change: Change<Form>
  posted: Posted
  /** What is wrong with the files, by their fields. */
  fileProblems: Errors
}

/** The fields of a post without files; 403 for what no page of ours sent. */
export async function fieldsFromHere(request: Request): Promise<Fields> {
  const isTold = sameSite(request)
  const fields = await formFields(request)
  if (!isTold) drawnHere(request, fields)
  return fields
}

/** Reads the form; 403 for what no page of ours sent. */
export async function receive<Form>(args: ActionFunctionArgs, change: Change<Form>): Promise<Received<Form>> {
  const isTold = sameSite(args.request)
  const { entries, problems } = await entriesOf(args, change)
  if (!isTold) drawnHere(args.request, entries)
  return { args, change, posted: readForm(change.arranged?.(entries) ?? entries), fileProblems: problems }
}

/** A file is taken in from those only who may make the change, and rights are read anew after it. */
async function entriesOf<Form>(args: ActionFunctionArgs, change: Change<Form>) {
  const { request } = args
  if (!change.files || !isMultipart(request.headers.get('content-type')))
    return { entries: await formFields(request), problems: {} }
  async function admit(): Promise<Owner | null> {
    try {
      const who = inTenant(await visitor(args), change.tenantId)
      return (await whyNot(args, change, who)) === null ? ownerOf(change, who.session) : null
    } catch (error) {
      // Who is not signed in, and where nobody can say, is told below, with what was typed.
      if (error instanceof Response || error instanceof ServiceError) return null
      throw error
    }
  }
  const taken = await receiveForm(request, { files: change.files, admit })
  forgetReads(contextOf(args))
  return taken
}

/** Asked at the door already; asked again because under `remix-serve` there is no door. */
function sameSite(request: Request): boolean {
  try {
    return checkSameSite(request.method, Object.fromEntries(request.headers), config().publicOrigin)
  } catch {
    throw new Response(null, { status: 403 })
  }
}

/** What a form says of itself where its browser said nothing; one with a file is read before that can be asked. */
function drawnHere(request: Request, entries: Fields): void {
  const token = entries.find(([name]) => name === metaFields.token)?.[1] ?? ''
  if (!isFormToken(token, request)) throw new Response(null, { status: 403 })
}
