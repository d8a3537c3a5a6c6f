/**
 * Personal settings, which only their person ever sees: not a change, so nothing is planned, sent or recorded. Still
 * a post by a signed-in person from a page of the console.
 */
import type { ActionFunctionArgs } from '@remix-run/node'
import { type Visitor, visitor } from '~/backend/reader.server'
import type { PostedFields } from './posted'
import { sameSiteFields } from './stages/receive.server'

/**
 * Saves a personal setting from a form. Throws 403 when no page of ours sent it, a redirect to sign-in without a
 * session.
 */
export async function personalSetting<T>(
  args: ActionFunctionArgs,
  work: (who: Visitor, fields: PostedFields) => Promise<T>,
): Promise<T> {
  const fields = await sameSiteFields(args.request)
  return work(await visitor(args), fields)
}
