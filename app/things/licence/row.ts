/** The licences of a controller as its page shows them. */
import type { Licence } from '#contracts/onboarding'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'

export type LicenceRow = ReturnType<typeof licenceRow>

/** How long before its end a licence is told to end soon. */
const soon = 60 * 86_400_000

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
    /** The controllers of the customer whose licence stands the same; of a valid one that would be nearly all. */
    othersHref: state === 'valid' ? null : href('customerDevices', at, { licence: state }),
  }
}

/** When it ends, if it does, and whether that is soon. */
export function licenceEnd({ state, expiresAt }: Pick<Licence, 'state' | 'expiresAt'>, now: number) {
  const left = expiresAt ? Date.parse(expiresAt) - now : Number.POSITIVE_INFINITY
  return { expiresAt: expiresAt ?? null, endsSoon: state !== 'expired' && left < soon }
}
