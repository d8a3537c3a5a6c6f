/**
 * The ticket with which the embedded designer authorises its calls instead of a token. It is valid for five minutes,
 * for the designer of one site, and never longer than the session that issued it. It is sealed, so only this console
 * can read it.
 */
import { z } from 'zod'
import { open, seal } from './seal.server'
import { type Session, sessionOfTicket } from './session.server'

/** Validity of a ticket, in seconds. */
export const ticketSeconds = 5 * 60
/** Response header with the next ticket. */
export const ticketHeader = 'x-designer-ticket'

const purpose = 'designer ticket'

const Ticket = z.object({
  session: z.string(),
  until: z.number(),
  at: z.object({ tenantId: z.string(), customerId: z.string(), siteId: z.string() }),
})

/** The site the designer is open for. */
export type DesignerPlace = z.infer<typeof Ticket>['at']

/** Returns a new ticket for the designer of a site. */
export function designerTicket({ id }: Session, { tenantId, customerId, siteId }: DesignerPlace): string {
  const until = Date.now() + ticketSeconds * 1000
  return seal(JSON.stringify({ session: id, until, at: { tenantId, customerId, siteId } }), purpose)
}

/** Returns the session and site of the ticket in a request; null when it is missing, invalid or expired. */
export async function readTicket(request: Request): Promise<{ session: Session; at: DesignerPlace } | null> {
  const ticket = /^Bearer ([\w.-]{1,2000})$/.exec(request.headers.get('authorization') ?? '')?.[1]
  const text = ticket && open(ticket, purpose)
  if (!text) return null
  const { session: id, until, at } = Ticket.parse(JSON.parse(text))
  const session = until > Date.now() ? await sessionOfTicket(id) : null
  return session && { session, at }
}
