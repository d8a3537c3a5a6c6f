/** What stands in for a call that a backend may lack: every extension has a plan B (domain §17). */
import type { ReadEndpoint } from '#contracts/endpoint'
import { catalogue } from '#contracts/error-codes'
import { ServiceError } from './service-error'

/** How long it is believed that a backend lacks a call, before it is asked again. */
const believedFor = 60_000
const lacking = new Map<string, number>()

/**
 * What the extension answers; what `plain` makes of the specification's calls where the backend does not offer it.
 * Any other trouble, a place that is not there among it, is thrown as it came. `part`: what of the extension is asked
 * for that a backend may lack by itself, while it has the rest.
 */
export async function withFallback<T>(
  extension: ReadEndpoint,
  asked: () => Promise<T>,
  plain: () => Promise<T>,
  part?: string,
): Promise<T> {
  const name = [extension.service, extension.name, part].filter(Boolean).join(' ')
  if (Date.now() < (lacking.get(name) ?? 0)) return plain()
  try {
    return await asked()
  } catch (error) {
    if (!(error instanceof ServiceError && isLacking(error))) throw error
    lacking.set(name, Date.now() + believedFor)
    return plain()
  }
}

/** What backends and the gateways before them say of an address that they do not know. */
const refusals: readonly number[] = [400, 403, 404, 405, 410, 501]

/**
 * Whether a call is not there, rather than the thing it names or the right to it: a refusal without a code of the
 * catalogue, or with the one that says so. One that cannot leave controllers out, or find
 * them by their state, their licence or in their site group, is of no use either.
 */
export function isLacking({ status, code, trouble, fields }: ServiceError): boolean {
  if (trouble) return false
  const unknown = fields.withoutProducts || fields.state || fields.licence || fields.groupId
  if (code === '4000' && unknown) return true
  return refusals.includes(status) && (code === '4012' || code === '4006' || !(code in catalogue))
}
