/** Handles calls of the embedded designer, authenticated by a ticket; every response carries the next ticket. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { problemResponse, type Reader, readerAgain, readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { contextOf } from '~/door/context'
import { type DesignerPlace, designerTicket, readTicket, ticketHeader } from '~/session/designer-ticket.server'

/**
 * Runs `work` for the person and the site of the ticket. Returns 401 without a valid ticket, and a bare status on other
 * errors.
 */
export async function designerCall(
  args: LoaderFunctionArgs,
  work: (pageReader: Reader, at: DesignerPlace) => Promise<Response>,
): Promise<Response> {
  const ticket = await readTicket(args.request)
  if (!ticket) return refused(401)
  const { session, at } = ticket
  contextOf(args).ticketSession = session
  try {
    const pageReader = await readerFor(argsAt(args, at), { view: 'designer' })
    const answer = await work(pageReader, at)
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

/** Returns the reader of a call again, for what is read after its response. Rejects with a response without access. */
export function readerAfterCall(args: LoaderFunctionArgs, at: DesignerPlace): Promise<Reader> {
  return readerAgain(argsAt(args, at), { view: 'designer' })
}

const argsAt = (args: LoaderFunctionArgs, at: DesignerPlace) => ({ ...args, params: { ...args.params, ...at } })

function refused(status: number): Response {
  return Response.json({ errorCode: status }, { status, headers: { 'cache-control': 'no-store' } })
}
