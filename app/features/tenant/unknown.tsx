/** Any address of a tenant without a page: its error page keeps the frame, with the menu, the search and the person. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await readerFor(args)
  throw new Response(null, { status: 404 })
}

export default function UnknownPage() {
  return null
}
