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
import { pointCount, pointsOfModels } from '../points/model-objects'

/** What a controller has of its own, beside the terms of its model. */
interface OwnTerms {
  /** Whether the other three are its own. */
  has_licence: number
  /** Null where no licence was ever issued. */
  max_points: number | null
  issued_at: number | null
  expires_at: number | null
  /** Whether it reports that it uses more points than its licence includes. */
  is_exceeded: number
}

/** The columns of `OwnTerms`; bind the present twice. */
const ownTerms = `licence.device_id IS NOT NULL AS has_licence, licence.max_points, licence.issued_at, licence.expires_at,
  EXISTS (SELECT 1 FROM licence_excess WHERE device_id = device.id
    AND from_at <= ? AND (until_at IS NULL OR until_at > ?)) AS is_exceeded`

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
  const now = world.clock.now()
  const own = world.store.get<OwnTerms>(
    `SELECT ${ownTerms} FROM device LEFT JOIN licence ON licence.device_id = device.id WHERE device.id = ?`,
    now,
    now,
    device.id,
  )
  return toLicence(device, model, { own, now, usedPoints: pointCount(world.store, device) })
}

interface Terms {
  own: OwnTerms | undefined
  now: number
  usedPoints: number
}

function toLicence(device: DeviceRecord, { model, license }: Licensed, terms: Terms): Licence {
  const { own, usedPoints } = terms
  const maxPoints = own?.has_licence ? (own.max_points ?? 0) : license.maxPoints
  const state = stateOf(terms, usedPoints > maxPoints)
  return {
    id: `lic-${device.host_id}`,
    hostId: device.host_id,
    product: model.type,
    maxPoints,
    usedPoints,
    features: state === 'missing' ? [] : [...license.features],
    state,
    issuedAt: at(own?.issued_at),
    expiresAt: at(own?.expires_at),
    vendor: 'Evaluation',
  }
}

function stateOf({ own, now }: Terms, isFull: boolean): LicenceState {
  if (own?.has_licence && own.max_points === null) return 'missing'
  if (own?.expires_at != null && own.expires_at <= now) return 'expired'
  return isFull || own?.is_exceeded ? 'exceeded' : 'valid'
}

const at = (moment: number | null | undefined) => (moment == null ? null : timestamp(moment))

export interface LicenceException {
  device: DeviceRecord
  licence: Licence
}

/** Returns the controllers that meet all conditions and whose licence differs from their model's. */
export function licenceExceptions(world: World, conditions: readonly Condition[]): LicenceException[] {
  const models = licensedModels(world)
  const now = world.clock.now()
  const usual = pointsOfModels(world.store)
  // The few come first, whatever the planner knows of the conditions.
  const devices = world.store.all<DeviceRecord & OwnTerms>(
    `SELECT device.*, ${ownTerms} FROM (
       SELECT device_id FROM licence
       UNION SELECT device_id FROM licence_excess WHERE from_at <= ? AND (until_at IS NULL OR until_at > ?)
       UNION SELECT counted.id FROM model_objects CROSS JOIN device AS counted
         ON counted.model_type = model_objects.model AND counted.point_count > 0 AND counted.point_count <> model_objects.count
     ) AS unusual
     CROSS JOIN device ON device.id = unusual.device_id LEFT JOIN licence ON licence.device_id = device.id
     WHERE ${['device.onboarded = 1', ...conditions.map(([sql]) => sql)].join(' AND ')}`,
    ...[now, now, now, now],
    ...conditions.flatMap(([, ...values]) => values),
  )
  return devices.flatMap((device) => {
    const model = models.get(device.product_id ?? '')
    if (!model) return []
    const usedPoints = device.point_count || (usual.get(device.model_type) ?? 0)
    return [{ device, licence: toLicence(device, model, { own: device, now, usedPoints }) }]
  })
}
