/** The error page of an address without a page of its own; only the door dispatches here, other requests get 404. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { contextOf } from '~/door/context'

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  const { refused } = contextOf(args)
  if (!refused) throw new Response(null, { status: 404 })
  const { status, problem, unclear, address } = refused
  throw Response.json({ problem, unclear, address }, { status })
}

export default function RefusedPage() {
  return null
}
