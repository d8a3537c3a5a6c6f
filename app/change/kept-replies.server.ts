/**
 * Addresses for plans. The reply to a form sent for review is stored for its sender and redirected to: Back, a reload
 * and a second tab show the plan again and send nothing.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isSecret } from '~/trail/redact'
import { formAddress } from './change-forms.server'
import { changeUnder } from './idempotency.server'
import { findKept, keep, type Place, withKept } from './kept.server'
import type { FormReply, PlanReply } from './plan'
import type { Posted } from './posted'

type Kept = FormReply | PlanReply

/** Stores a reply and returns its address; null for one that cannot be stored: it contains a secret, or is too long. */
export async function keepReply(
  reply: Kept,
  { request, person, posted, mutation }: { request: Request; person: string; posted: Posted; mutation: string },
): Promise<string | null> {
  if (posted.fields.some(([name, value]) => value !== '' && isSecret(name))) return null
  const address = formAddress(request)
  const text = deflateRawSync(JSON.stringify({ mutation, reply })).toString('base64')
  const id = await keep('reply', { person, address }, text)
  return id && withKept(address, id)
}

/** Returns the stored reply, with the change that it has created since. */
export async function findReply(id: string, place: Place): Promise<Kept | null> {
  const text = await findKept('reply', id, place)
  if (text === null) return null
  const { mutation, reply }: { mutation: string; reply: Kept } = JSON.parse(
    inflateRawSync(Buffer.from(text, 'base64')).toString('utf8'),
  )
  const made = await changeUnder({ person: place.person, mutation, key: reply.key })
  return made ? { ...reply, made } : reply
}
