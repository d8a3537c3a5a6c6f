/** Licences of a controller as rows of its page. */
import type { Licence } from '#contracts/onboarding'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'

export type LicenceRow = ReturnType<typeof licenceRow>

/** How long before its expiry a licence is reported to end soon, in ms. */
const soonMs = 60 * 86_400_000

export function licenceRow(at: ParamsFor<'device'>, licence: Licence, now: number) {
  const { id, product, state, features, maxPoints, usedPoints, issuedAt, vendor } = licence
  return {
    id,
    product,
    state,
    features: [...features],
    points: { used: usedPoints, most: maxPoints },
    issuedAt: issuedAt ?? null,
    ...licenceEnd(licence, now),
    vendor,
    /** Controllers of the customer with the same licence state; null for valid licences, which nearly all have. */
    othersHref: state === 'valid' ? null : href('customerDevices', at, { licence: state }),
  }
}

/** Returns when the licence expires, and whether that is soon. */
export function licenceEnd({ state, expiresAt }: Pick<Licence, 'state' | 'expiresAt'>, now: number) {
  const remainingMs = expiresAt ? Date.parse(expiresAt) - now : Number.POSITIVE_INFINITY
  return { expiresAt: expiresAt ?? null, endsSoon: state !== 'expired' && remainingMs < soonMs }
}
