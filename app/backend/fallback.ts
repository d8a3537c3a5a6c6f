/** Fallbacks for extensions that a backend may lack (domain §17). */
import type { ReadEndpoint } from '#contracts/endpoint'
import { errorCatalogue } from '#contracts/error-codes'
import { ServiceError } from './service-error'

/** How long a backend counts as lacking a call before it is tried again, ms. */
const unsupportedTtlMs = 60_000
const unsupportedUntil = new Map<string, number>()

/**
 * Returns the result of the extension or, where the backend lacks it, of the specification's calls. Any other error
 * is rethrown, including one for a place that does not exist. `part` names a feature of the extension that a backend
 * may lack by itself.
 */
export async function withFallback<T>(
  extension: ReadEndpoint,
  callExtension: () => Promise<T>,
  callSpecification: () => Promise<T>,
  part?: string,
): Promise<T> {
  const name = [extension.service, extension.name, part].filter(Boolean).join(' ')
  if (Date.now() < (unsupportedUntil.get(name) ?? 0)) return callSpecification()
  try {
    return await callExtension()
  } catch (error) {
    if (!(error instanceof ServiceError && isUnsupported(error))) throw error
    unsupportedUntil.set(name, Date.now() + unsupportedTtlMs)
    return callSpecification()
  }
}

/** Statuses that backends and their gateways return for an unknown address. */
const unsupportedStatuses: readonly number[] = [400, 403, 404, 405, 410, 501]

/**
 * Returns whether the call itself is unsupported, as opposed to a missing thing or a missing permission: a refusal
 * without a code of the catalogue, or with the code for it. A backend that cannot exclude controllers, or filter them
 * by state, licence or site group, counts as unsupported.
 */
export function isUnsupported({ status, code, trouble, fields }: ServiceError): boolean {
  if (trouble) return false
  const unknownFilter = fields.withoutProducts || fields.state || fields.licence || fields.groupId
  if (code === '4000' && unknownFilter) return true
  return unsupportedStatuses.includes(status) && (code === '4012' || code === '4006' || !(code in errorCatalogue))
}
