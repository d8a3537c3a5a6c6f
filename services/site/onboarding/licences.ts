/**
 * Licences of controllers (domain §6.3): each includes what its model includes. Of the few that do not there is a row:
 * another number of points, an end, or no licence at all.
 */
import type { LicenceState } from '../../contracts/licence-names'
import type { Licence } from '../../contracts/onboarding'
import type { ControllerModel } from '../../contracts/product'
import { isInjected } from '../../fleet/injections'
import { timestamp } from '../../kit/clock'
import type { World } from '../../kit/world'
import type { DeviceRow } from '../devices/rows'
import { readProduct } from '../packages/installed'
import { ensurePoints } from '../points/objects'
import { pointCount } from './run'

interface LicenceRow {
  max_points: number | null
  issued_at: number | null
  expires_at: number | null
}

/** What an onboarded controller may do; nothing is known of a model that has no licence. */
export function licencesOf(world: World, device: DeviceRow): Licence[] {
  const product = readProduct(world.store, device.product_id)
  if (!product?.license) return []
  const own = ownLicence(world, device.id)
  const isMissing = own?.max_points === null
  return [
    {
      id: `lic-${device.host_id}`,
      hostId: device.host_id,
      product: product.model.type,
      maxPoints: mostPoints(own, product),
      usedPoints: usedPoints(world, device.id),
      features: isMissing ? [] : [...product.license.features],
      state: stateOf(world, device.id, { own, most: mostPoints(own, product) }),
      issuedAt: at(own?.issued_at),
      expiresAt: at(own?.expires_at),
      vendor: 'Evaluation',
    },
  ]
}

/** The few controllers of a customer, or of all, of whose licence more is written down than their model says. */
export function ownLicences(world: World, customerId: string | undefined): Map<string, LicenceState> {
  const { store, clock } = world
  const now = clock.now()
  const devices = store.all<Pick<DeviceRow, 'id' | 'product_id'>>(
    `SELECT id, product_id FROM device
     WHERE onboarded = 1 AND (? IS NULL OR customer_id = ?) AND id IN (
       SELECT device_id FROM licence
       UNION SELECT device_id FROM injection
       WHERE kind = 'licenceExceeded' AND from_at <= ? AND (until_at IS NULL OR until_at > ?))`,
    customerId ?? null,
    customerId ?? null,
    now,
    now,
  )
  const states = devices.flatMap(({ id, product_id }) => {
    const product = readProduct(store, product_id)
    if (!product?.license) return []
    const own = ownLicence(world, id)
    return [[id, stateOf(world, id, { own, most: mostPoints(own, product) })] as const]
  })
  return new Map(states)
}

const ownLicence = ({ store }: World, deviceId: string) =>
  store.get<LicenceRow>('SELECT max_points, issued_at, expires_at FROM licence WHERE device_id = ?', deviceId)

const mostPoints = (own: LicenceRow | undefined, { license }: ControllerModel): number =>
  own ? (own.max_points ?? 0) : (license?.maxPoints ?? 0)

interface Terms {
  own: LicenceRow | undefined
  most: number
}

/** Points are counted last: they are written down when somebody first asks for them. */
function stateOf(world: World, deviceId: string, { own, most }: Terms): LicenceState {
  if (own?.max_points === null) return 'missing'
  if (own?.expires_at != null && own.expires_at <= world.clock.now()) return 'expired'
  const isOver = isInjected(world, deviceId, 'licenceExceeded') || usedPoints(world, deviceId) > most
  return isOver ? 'exceeded' : 'valid'
}

function usedPoints(world: World, deviceId: string): number {
  ensurePoints(world, deviceId)
  return pointCount(world.store, deviceId)
}

const at = (moment: number | null | undefined) => (moment == null ? null : timestamp(moment))
