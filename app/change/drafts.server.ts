/**
 * Forms whose session ended before they arrived (promise S6): stored for the person who typed them, for a day, and
 * never shown to another one. A browser without a known person receives its form in the response.
 */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { replaceSignInRedirect } from '~/backend/reader.server'
import { contextOf } from '~/door/context'
import type { SignedInPerson } from '~/session/identity.server'
import { signedOutPerson } from '~/session/session.server'
import { formAddress } from './change-forms.server'
import { metaFields } from './plan'
import { type Posted, type PostedFields, withoutSecrets } from './posted'
import type { ReturnedForm } from './returned-form'
import { findSealed, keepSealed, type SealedPlace, withDraftId } from './sealed-store.server'

/** A form as it was typed: its fields, its reason, and the original of the edit. */
export type Draft = Pick<Posted, 'fields' | 'reason' | 'original'> & { confirm?: string }

/** Runs work; when it redirects to sign-in, the form is stored, or returned in the response. */
export async function keepFormOnSignOut<T>(
  args: ActionFunctionArgs,
  posted: Posted,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const location = error instanceof Response ? error.headers.get('location') : null
    if (!(error instanceof Response) || !location?.startsWith('/login')) throw error
    const draftId = await keepDraft(args.request, posted).catch((trouble) => {
      contextOf(args).log.error({ err: trouble }, 'a form could not be stored: it is returned')
      return null
    })
    if (draftId === null) throw returnForm(args, posted, error)
    throw redirect(signInReturningTo(location, formAddress(args.request), draftId), { headers: error.headers })
  }
}

/** Returns the id of the draft; null when its person is unknown, or when it is too long. */
async function keepDraft(request: Request, posted: Posted): Promise<string | null> {
  const person = await signedOutPerson(request)
  if (!person) return null
  const { fields, reason, confirm, original } = posted
  const draft: Draft = { fields: withoutSecrets(fields), reason, confirm, original }
  return keepSealed('form', { person: personKey(person), address: formAddress(request) }, JSON.stringify(draft))
}

/** Returns the sign-in address with the page of the form and its draft as its return address. */
function signInReturningTo(signIn: string, page: string, draftId: string): string {
  const [path, search] = signIn.split('?')
  const query = new URLSearchParams(search)
  query.set('returnTo', withDraftId(page, draftId))
  return `${path}?${query}`
}

function returnForm(args: ActionFunctionArgs, posted: Posted, signIn: Response): Response {
  const form: ReturnedForm = {
    address: formAddress(args.request),
    fields: [...withoutSecrets(posted.fields), ...confirmed(posted)],
    reason: posted.reason,
    original: posted.original,
  }
  const headers = new Headers(signIn.headers)
  headers.delete('location')
  headers.set('content-type', 'application/json')
  const answer = new Response(JSON.stringify({ form }), { status: 401, headers })
  replaceSignInRedirect(contextOf(args), answer)
  return answer.clone()
}

const confirmed = ({ confirm }: Posted): PostedFields => (confirm ? [[metaFields.confirm, confirm]] : [])

/** Returns the draft of a page, for the person who typed it. */
export async function findDraft(id: string, place: SealedPlace): Promise<Draft | null> {
  const text = await findSealed('form', id, place)
  return text ? (JSON.parse(text) as Draft) : null
}

/** Returns the key of a person, the same in all of their sessions. */
export function personKey({ issuer, subject }: SignedInPerson): string {
  return JSON.stringify([issuer, subject])
}
