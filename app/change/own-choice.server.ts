/**
 * What somebody chooses for themselves alone and nobody else is ever shown: no change, so nothing of it is planned, sent
 * or on record. It is a post all the same: signed in, from a page of ours.
 */
import type { ActionFunctionArgs } from '@remix-run/node'
import { type Visitor, visitor } from '~/backend/reader.server'
import type { Fields } from './posted'
import { fieldsFromHere } from './stages/receive.server'

/** Does what a form of somebody's own choices asks for. Throws 403 for what no page of ours sent, else leads to sign-in. */
export async function ownChoice<T>(
  args: ActionFunctionArgs,
  work: (who: Visitor, fields: Fields) => Promise<T>,
): Promise<T> {
  const fields = await fieldsFromHere(args.request)
  return work(await visitor(args), fields)
}
