/** Handles calls of the embedded designer, authenticated by a ticket; every response carries the next ticket. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { problemResponse, type Reader, reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { contextOf } from '~/door/context'
import { type DesignerPlace, designerTicket, ticketHeader, ticketShown } from '~/session/designer-ticket.server'

/**
 * Runs `work` for the person and the site of the ticket. Returns 401 without a valid ticket, and a bare status on other
 * errors.
 */
export async function designerCall(
  args: LoaderFunctionArgs,
  work: (made: Reader, at: DesignerPlace) => Promise<Response>,
): Promise<Response> {
  const shown = await ticketShown(args.request)
  if (!shown) return refused(401)
  const { session, at } = shown
  contextOf(args).ticketed = session
  try {
    const made = await reader({ ...args, params: { ...args.params, ...at } }, { view: 'designer' })
    const answer = await work(made, at)
    answer.headers.set(ticketHeader, designerTicket(session, at))
    answer.headers.set('cache-control', 'no-store')
    return answer
  } catch (error) {
    if (error instanceof ServiceError) return refused(problemResponse(error).status)
    if (!(error instanceof Response)) throw error
    // A frame is not redirected to sign-in; the page around it does that.
    return refused(error.status < 400 ? 401 : error.status)
  }
}

function refused(status: number): Response {
  return Response.json({ errorCode: status }, { status, headers: { 'cache-control': 'no-store' } })
}
