/**
 * Addresses for plans. The reply to a form sent for review is stored for its sender and redirected to: Back, a reload
 * and a second tab show the plan again and send nothing.
 */
import { isSecret } from '~/trail/redact'
import { formAddress } from './change-forms.server'
import { earlierChangeOf } from './idempotency.server'
import { packText, unpackText } from './packed-text'
import type { FormReply, PlanReply } from './plan'
import type { Posted } from './posted'
import { findSealed, keepSealed, type SealedPlace, withDraftId } from './sealed-store.server'

type StoredReply = FormReply | PlanReply

/** Stores a reply and returns its address; null for one that cannot be stored: it contains a secret, or is too long. */
export async function keepReply(
  reply: StoredReply,
  { request, person, posted, mutation }: { request: Request; person: string; posted: Posted; mutation: string },
): Promise<string | null> {
  if (posted.fields.some(([name, value]) => value !== '' && isSecret(name))) return null
  const address = formAddress(request)
  const text = packText(JSON.stringify({ mutation, reply }))
  const id = await keepSealed('reply', { person, address }, text)
  return id && withDraftId(address, id)
}

/** Returns the stored reply, with the change that it has created since. */
export async function findReply(id: string, place: SealedPlace): Promise<StoredReply | null> {
  const text = await findSealed('reply', id, place)
  if (text === null) return null
  const { mutation, reply }: { mutation: string; reply: StoredReply } = JSON.parse(unpackText(text))
  const earlierChange = await earlierChangeOf({ person: place.person, mutation, key: reply.key })
  return earlierChange ? { ...reply, earlierChange } : reply
}
