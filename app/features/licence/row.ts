/** A controller's licence as a list row. */
import type { PlacedLicence } from '#contracts/onboarding'
import { locationOf } from '~/domain/device'
import { nodeHref, type Place } from '~/hrefs'
import { licenceEnd } from './shared/row'

export type LicenceListRow = ReturnType<typeof licenceListRow>

export function licenceListRow(place: Place, { device, licence }: PlacedLicence, now: number) {
  const { id, name, hostId, path = [] } = device
  const { maxPoints: most, usedPoints: used } = licence
  return {
    id: `${id} ${licence.id}`,
    name,
    href: nodeHref(place, path, { id, type: 'device' }),
    location: locationOf(path),
    hostId: hostId ?? '',
    product: licence.product,
    state: licence.state,
    used,
    most,
    /** Null when the licence allows no points. */
    share: most > 0 ? used / most : null,
    features: [...licence.features],
    ...licenceEnd(licence, now),
  }
}
