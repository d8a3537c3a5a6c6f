/** Issues a designer ticket to the page around the frame, which posts it as a message: it is in no page or URL. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { siteAt } from '~/kit/place/own-place.server'
import { designerTicket } from '~/session/designer-ticket.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteDesignerTicket', args.params)
  const reader = await readerFor(args, { view: 'designer' })
  const from = args.request.headers.get('sec-fetch-site')
  if (from !== null && from !== 'same-origin') throw new Response(null, { status: 403 })
  await Promise.all([ownCustomer(reader.read, at), siteAt(reader.read, at)])
  return Response.json({ ticket: designerTicket(reader.session, at) }, { headers: { 'cache-control': 'no-store' } })
}
