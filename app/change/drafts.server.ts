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
import { packText, unpackText } from './packed-text'
import { type Posted, withoutSecrets } from './posted'
import { returnedForm } from './returned'
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
    const location = error instanceof Response ? signInAddress(error) : null
    if (!(error instanceof Response) || !location || toChanges.has(error)) throw error
    const draftId = await keepDraft(args.request, posted).catch((trouble) => {
      contextOf(args).log.error({ err: trouble }, 'a form could not be stored: it is returned')
      return null
    })
    if (draftId === null) throw returnForm(args, posted, error)
    throw redirect(signInReturningTo(location, withDraftId(formAddress(args.request), draftId)), {
      headers: error.headers,
    })
  }
}

/** Returns the id of the draft; null when its person is unknown, or when it is too long. */
async function keepDraft(request: Request, posted: Posted): Promise<string | null> {
  const person = await signedOutPerson(request)
  if (!person) return null
  const { fields, reason, confirm, original } = posted
  const draft: Draft = { fields: withoutSecrets(fields), reason, confirm, original }
  return keepSealed(
    'form',
    { person: personKey(person), address: formAddress(request) },
    packText(JSON.stringify(draft)),
  )
}

/** Redirects to sign-in that lead to the page of a change, which has its form. */
const toChanges = new WeakSet<Response>()

/** Returns the redirect to sign-in with the page of a change as its return address; any other response unchanged. */
export function signInForChange(answer: Response, changeHref: string): Response {
  const location = signInAddress(answer)
  if (!location) return answer
  const leading = redirect(signInReturningTo(location, changeHref), { status: 303, headers: answer.headers })
  toChanges.add(leading)
  return leading
}

/** Returns the address of sign-in where the response redirects there. */
export function signInAddress({ headers }: Response): string | null {
  const location = headers.get('location')
  return location?.startsWith('/login') ? location : null
}

/** Returns the sign-in address with a page as its return address. */
function signInReturningTo(signIn: string, page: string): string {
  const [path, search] = signIn.split('?')
  const query = new URLSearchParams(search)
  query.set('returnTo', page)
  return `${path}?${query}`
}

function returnForm(args: ActionFunctionArgs, posted: Posted, signIn: Response): Response {
  const form = returnedForm(posted, formAddress(args.request))
  const headers = new Headers(signIn.headers)
  headers.delete('location')
  headers.set('content-type', 'application/json')
  const answer = new Response(JSON.stringify({ form }), { status: 401, headers })
  replaceSignInRedirect(contextOf(args), answer)
  return answer.clone()
}

/** Returns the draft of a page, for the person who typed it. */
export async function findDraft(id: string, place: SealedPlace): Promise<Draft | null> {
  const text = await findSealed('form', id, place)
  if (!text) return null
  // Older versions stored it as it is.
  return JSON.parse(text.startsWith('{') ? text : unpackText(text)) as Draft
}

/** Returns the key of a person, the same in all of their sessions. */
export function personKey({ issuer, subject }: SignedInPerson): string {
  return JSON.stringify([issuer, subject])
}
