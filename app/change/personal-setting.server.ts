/**
 * Personal settings, which only their person ever sees: not a change, so nothing is planned, sent or recorded. Still
 * a post by a signed-in person from a page of the console.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type Visitor, visitor } from '~/backend/reader.server'
import { signedOutPerson } from '~/session/session.server'
import { formAddress } from './change-forms.server'
import { findDraft, keepFormOnSignOut, personKey } from './drafts.server'
import { type PostedFields, parsePosted } from './posted'
import { sameSiteFields } from './stages/receive.server'

/**
 * Saves a personal setting from a form. Throws 403 when no page of ours sent it; without a session a redirect to
 * sign-in, which leads back to the page with the form that was typed.
 */
export async function personalSetting<T>(
  args: ActionFunctionArgs,
  work: (who: Visitor, fields: PostedFields) => Promise<T>,
): Promise<T> {
  const fields = await sameSiteFields(args.request)
  return work(await visitorOf(args, fields), fields)
}

/** Returns who posts. The form of a person whose session ended is kept; a stranger only signs in. */
async function visitorOf(args: ActionFunctionArgs, fields: PostedFields): Promise<Visitor> {
  try {
    return await visitor(args)
  } catch (error) {
    if (!(await signedOutPerson(args.request))) throw error
    return keepFormOnSignOut(args, parsePosted(fields), () => Promise.reject(error))
  }
}

/** Returns the fields that were typed before the session ended, for the page that a sign-in led back to. */
export async function typedSetting(
  args: LoaderFunctionArgs,
  { session }: Pick<Visitor, 'session'>,
): Promise<PostedFields | null> {
  const id = new URL(args.request.url).searchParams.get('draft')
  if (!id || id.length > 100) return null
  const draft = await findDraft(id, { person: personKey(session.person), address: formAddress(args.request) })
  return draft?.fields ?? null
}
