/**
 * Licences of controllers (domain §6.3): each has the terms of its model. The few exceptions have rows: another number
 * of points, an end, or no licence at all.
 */
import type { LicenceState } from '../../contracts/licence-names'
import type { Licence } from '../../contracts/onboarding'
import type { ControllerModel } from '../../contracts/product'
import { timestamp } from '../../kit/clock'
import type { Condition } from '../../kit/search-words'
import type { World } from '../../kit/world'
import type { DeviceRecord } from '../devices/rows'
import { readProduct } from '../packages/installed'
import { pointsOfModel } from '../points/objects'
import { pointCount } from './run'

interface LicenceRow {
  max_points: number | null
  issued_at: number | null
  expires_at: number | null
}

type Licensed = ControllerModel & { license: NonNullable<ControllerModel['license']> }

/** Returns the models that include a licence, by product id. */
export function licensedModels({ store }: World): Map<string, Licensed> {
  const all = store
    .all<{ body: string }>('SELECT body FROM product')
    .map(({ body }) => JSON.parse(body) as ControllerModel)
  return new Map(all.filter(isLicensed).map((model) => [model.id, model]))
}

const isLicensed = (model: ControllerModel): model is Licensed => Boolean(model.license)

/** Returns the licence of an onboarded controller; none for a model without a licence. */
export function licencesOf(world: World, device: DeviceRecord): Licence[] {
  const model = readProduct(world.store, device.product_id)
  return model && isLicensed(model) ? [licenceOf(world, device, model)] : []
}

export function licenceOf(world: World, device: DeviceRecord, model: Licensed): Licence {
  const own = ownLicence(world, device.id)
  const isMissing = own?.max_points === null
  const usedPoints = pointCount(world.store, device)
  const maxPoints = own ? (own.max_points ?? 0) : model.license.maxPoints
  return {
    id: `lic-${device.host_id}`,
    hostId: device.host_id,
    product: model.model.type,
    maxPoints,
    usedPoints,
    features: isMissing ? [] : [...model.license.features],
    state: stateOf(world, device.id, { own, isFull: usedPoints > maxPoints }),
    issuedAt: at(own?.issued_at),
    expiresAt: at(own?.expires_at),
    vendor: 'Evaluation',
  }
}

export interface LicenceException {
  device: DeviceRecord
  licence: Licence
}

/** Returns the controllers that meet all conditions and whose licence differs from their model's. */
export function licenceExceptions(world: World, conditions: readonly Condition[]): LicenceException[] {
  const models = licensedModels(world)
  const now = world.clock.now()
  const usual = Object.fromEntries([...models.values()].map(({ model }) => [model.type, pointsOfModel(model.type)]))
  const devices = world.store.all<DeviceRecord>(
    `SELECT device.* FROM device
     WHERE ${['device.onboarded = 1', ...conditions.map(([sql]) => sql)].join(' AND ')} AND device.id IN (
       SELECT device_id FROM licence
       UNION SELECT device_id FROM licence_excess WHERE from_at <= ? AND (until_at IS NULL OR until_at > ?)
       UNION SELECT device_id FROM (SELECT device_id, count(*) AS n FROM point GROUP BY device_id) AS written
       JOIN device AS holder ON holder.id = written.device_id
       WHERE n IS NOT (SELECT value FROM json_each(?) WHERE key = holder.model_type))`,
    ...conditions.flatMap(([, ...values]) => values),
    now,
    now,
    JSON.stringify(usual),
  )
  return devices.flatMap((device) => {
    const model = models.get(device.product_id ?? '')
    return model ? [{ device, licence: licenceOf(world, device, model) }] : []
  })
}

const ownLicence = ({ store }: World, deviceId: string) =>
  store.get<LicenceRow>('SELECT max_points, issued_at, expires_at FROM licence WHERE device_id = ?', deviceId)

interface Terms {
  own: LicenceRow | undefined
  /** Whether more points are used than it includes. */
  isFull: boolean
}

/** Whether the controller reports that it uses more points than its licence includes. */
function isExceeded({ store, clock }: World, deviceId: string): boolean {
  const now = clock.now()
  const sql = 'SELECT 1 FROM licence_excess WHERE device_id = ? AND from_at <= ? AND (until_at IS NULL OR until_at > ?)'
  return store.get(sql, deviceId, now, now) !== undefined
}

function stateOf(world: World, deviceId: string, { own, isFull }: Terms): LicenceState {
  if (own?.max_points === null) return 'missing'
  if (own?.expires_at != null && own.expires_at <= world.clock.now()) return 'expired'
  return isFull || isExceeded(world, deviceId) ? 'exceeded' : 'valid'
}

const at = (moment: number | null | undefined) => (moment == null ? null : timestamp(moment))
