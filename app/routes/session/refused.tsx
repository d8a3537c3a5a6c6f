/** The error page of an address that has no page of its own; the door leads here, and nobody else finds anything. */
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
