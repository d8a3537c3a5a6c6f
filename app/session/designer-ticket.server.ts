/**
 * What the embedded designer shows with its calls in place of a token: for five minutes, for the designer of one site,
 * and no longer than the session in which it was given. Nobody but this console can read what it says.
 */
import { z } from 'zod'
import { open, seal } from './seal.server'
import { type Session, sessionOfTicket } from './session.server'

/** Seconds. */
export const ticketLasts = 5 * 60
/** The header of an answer that brings the next one. */
export const ticketHeader = 'x-designer-ticket'

const purpose = 'designer ticket'

const Ticket = z.object({
  session: z.string(),
  until: z.number(),
  at: z.object({ tenantId: z.string(), customerId: z.string(), siteId: z.string() }),
})

/** Where the designer stands. */
export type DesignerPlace = z.infer<typeof Ticket>['at']

/** A new one for the designer of a site. */
export function designerTicket({ id }: Session, { tenantId, customerId, siteId }: DesignerPlace): string {
  const until = Date.now() + ticketLasts * 1000
  return seal(JSON.stringify({ session: id, until, at: { tenantId, customerId, siteId } }), purpose)
}

/** Who shows the ticket of a call, and for which site; null for one that is none, or over. */
export async function ticketShown(request: Request): Promise<{ session: Session; at: DesignerPlace } | null> {
  const shown = /^Bearer ([\w.-]{1,2000})$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const text = shown && open(shown, purpose)
  if (!text) return null
  const { session: id, until, at } = Ticket.parse(JSON.parse(text))
  const session = until > Date.now() ? await sessionOfTicket(id) : null
  return session && { session, at }
}
