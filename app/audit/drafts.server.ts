/**
 * Forms whose session ended before they arrived (promise S6): kept for whoever typed them, for a day, and never shown
 * to anybody else. A browser we know nothing of gets its form back in the answer.
 */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { answerInstead } from '~/backend/reader.server'
import { contextOf } from '~/door/context'
import { hashOf, newId } from '~/session/cookies.server'
import type { SignedInPerson } from '~/session/id-token.server'
import { open, seal } from '~/session/seal.server'
import { signedOutPerson } from '~/session/session.server'
import { database } from '~/store/store.server'
import { formAddress } from './change-forms.server'
import type { FormBack } from './form-back'
import { type Posted, withoutSecrets } from './posted'

/** A form as it was typed: its fields, its reason, and what the edit was made from. */
export type Draft = Pick<Posted, 'fields' | 'reason' | 'original'>

const kept = 24 * 60 * 60_000
/** Of one person, and of everybody: the oldest goes. */
const mostOfOne = 5
const mostOfAll = 2_000
/** Bytes of one form; a larger one is handed back instead. */
const largest = 256 * 1024
const purpose = 'a form kept for its person'

/** Does the work; where it leads to sign-in instead, what was typed is kept, or handed back. */
export async function keepingForm<T>(args: ActionFunctionArgs, posted: Posted, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const to = error instanceof Response ? error.headers.get('location') : null
    if (!(error instanceof Response) || !to?.startsWith('/login')) throw error
    const draftId = await keepDraft(args.request, posted).catch((trouble) => {
      contextOf(args).log.error({ err: trouble }, 'a form could not be kept: it is handed back')
      return null
    })
    if (draftId === null) throw handBack(args, posted, error)
    throw redirect(leadingBack(to, formAddress(args.request), draftId), { headers: error.headers })
  }
}

/** The draft's id; null when nobody is known whose it would be. */
async function keepDraft(request: Request, posted: Posted): Promise<string | null> {
  const person = await signedOutPerson(request)
  if (!person) return null
  const { fields, reason, original } = posted
  const draft: Draft = { fields: withoutSecrets(fields), reason, original }
  const text = JSON.stringify(draft)
  if (Buffer.byteLength(text) > largest) return null
  const id = newId()
  await database()
    .insertInto('draft')
    .values({
      id_hash: hashOf(id),
      person: personKey(person),
      address: formAddress(request),
      sealed: seal(text, purpose),
      created_at: Date.now(),
    })
    .execute()
  await dropOldest(personKey(person), hashOf(id))
  return id
}

/** Leaves the newest of a person, and of all together; the one that was just kept is newer than any, whatever a clock says. */
async function dropOldest(person: string, justKept: string): Promise<void> {
  const newest = () => database().selectFrom('draft').select(['id_hash', 'created_at']).orderBy('created_at', 'desc')
  const own = await newest()
    .where('person', '=', person)
    .where('id_hash', '!=', justKept)
    .limit(mostOfOne - 1)
    .execute()
  await database()
    .deleteFrom('draft')
    .where('person', '=', person)
    .where('id_hash', 'not in', [justKept, ...own.map(({ id_hash }) => id_hash)])
    .execute()
  const [last] = await newest().offset(mostOfAll).limit(1).execute()
  if (!last) return
  await database()
    .deleteFrom('draft')
    .where('created_at', '<=', last.created_at)
    .where('id_hash', '!=', justKept)
    .execute()
}

/** The sign-in address, with the way back to the page of the form and its draft. */
function leadingBack(signIn: string, page: string, draftId: string): string {
  const [path, search] = signIn.split('?')
  const query = new URLSearchParams(search)
  query.set('returnTo', `${page}${page.includes('?') ? '&' : '?'}draft=${draftId}`)
  return `${path}?${query}`
}

function handBack(args: ActionFunctionArgs, posted: Posted, signIn: Response): Response {
  const form: FormBack = {
    address: formAddress(args.request),
    fields: withoutSecrets(posted.fields),
    reason: posted.reason,
    original: posted.original,
  }
  const headers = new Headers(signIn.headers)
  headers.delete('location')
  headers.set('content-type', 'application/json')
  const answer = new Response(JSON.stringify({ form }), { status: 401, headers })
  answerInstead(contextOf(args), answer)
  return answer.clone()
}

/** The draft of a page, for the one who typed it; null for anybody else, and once it is a day old. */
export async function findDraft(id: string, person: SignedInPerson, address: string): Promise<Draft | null> {
  const row = await database()
    .selectFrom('draft')
    .selectAll()
    .where('id_hash', '=', hashOf(id))
    .where('person', '=', personKey(person))
    .where('address', '=', address)
    .where('created_at', '>', Date.now() - kept)
    .executeTakeFirst()
  const text = row && open(row.sealed, purpose)
  return text ? (JSON.parse(text) as Draft) : null
}

export async function forgetOldDrafts(now = Date.now()): Promise<void> {
  await database()
    .deleteFrom('draft')
    .where('created_at', '<', now - kept)
    .execute()
}

/** Whose something is, whichever session they have. */
export function personKey({ issuer, subject }: SignedInPerson): string {
  return JSON.stringify([issuer, subject])
}
