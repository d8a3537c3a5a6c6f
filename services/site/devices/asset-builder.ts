/** `PUT /devices/assets/builder`: imports the controllers of a file, all of them or none (domain §15). */
import { NewDevice } from '../../contracts/devices'
import type { EntityError } from '../../contracts/errors'
import { fold } from '../../contracts/fold'
import type { Device, site } from '../../contracts/site'
import { ApiError, entityError, fail } from '../../kit/api-error'
import type { Admissions, Handlers, Inspections } from '../../kit/call'
import { fieldErrorsOf } from '../../kit/field-errors'
import { scopeOfSite } from '../../kit/scope'
import type { World } from '../../kit/world'
import { deviceReply } from '../hierarchy/replies'
import { readRow } from '../hierarchy/rows'
import type { SpaceRecord } from '../hierarchy/tree-rows'
import { requireFreeName, requireScopeWritable } from '../hierarchy/write-checks'
import type { AssetRow } from './asset-file'
import { readAssets } from './asset-file'
import { addDevice } from './new-device'

export const assetInspections: Inspections<Pick<typeof site, 'buildAssets'>> = { buildAssets: readAssets }
export const assetAdmissions: Admissions<Pick<typeof site, 'buildAssets'>> = {
  buildAssets: (call) => requireScopeWritable(call, scopeOfSite(call.world.store, call.body.siteId)),
}

export const buildAssets: Handlers<typeof site>['buildAssets'] = (call) => {
  const { body, world, upload, touched } = call
  requireScopeWritable(call, scopeOfSite(world.store, body.siteId))
  const rows = upload?.facts as readonly AssetRow[]
  const devices = allOrNone(world, body.siteId, rows)
  touched(...devices.map(({ id }) => id))
  return devices
}

class RowsFailed extends Error {
  constructor(readonly entities: EntityError[]) {
    super('Some rows are invalid')
  }
}

function allOrNone(world: World, siteId: string, rows: readonly AssetRow[]): Device[] {
  try {
    return world.store.transaction(() => {
      const ids: string[] = []
      const failed: EntityError[] = []
      for (const row of rows) {
        try {
          ids.push(addRow(world, siteId, row))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          failed.push(failureOf(row, error))
        }
      }
      if (failed.length > 0) throw new RowsFailed(failed)
      return ids.map((id) => deviceReply(world, id))
    })
  } catch (error) {
    if (error instanceof RowsFailed) fail(4100, { entities: error.entities, data: [] })
    throw error
  }
}

/** Returns the error entry of a row, with its first invalid field. */
function failureOf(row: AssetRow, refusal: ApiError): EntityError {
  const entry = entityError(String(row.number), refusal)
  const [field, keys] = Object.entries(refusal.details.errors ?? {})[0] ?? []
  if (!field) return entry
  const key = Array.isArray(keys) ? keys[0] : keys
  return { ...entry, key, details: { ...entry.details, field } }
}

function addRow(world: World, siteId: string, row: AssetRow): string {
  const described = NewDevice.safeParse(
    {
      name: row.name,
      productId: row.product,
      hostId: row.hostId,
      description: row.description,
      spaceServed: row.spaceServed,
      additionalProperties: row.properties,
    },
    { reportInput: true },
  )
  if (!described.success) return fail(4000, { errors: fieldErrorsOf(described.error) })
  const space = spaceAt(world, siteId, row.space)
  const { name } = described.data
  requireFreeName(world.store, name, { table: 'device', where: 'space_id = ?', parameters: [space.id] })
  return addDevice(world, space, name, described.data)
}

/** Returns the space of a path, from the building down. */
function spaceAt({ store }: World, siteId: string, path: unknown): SpaceRecord {
  const text = typeof path === 'string' ? path : ''
  const names = text.split(text.includes(' / ') ? ' / ' : '/').map((name) => fold(name.trim()))
  if (names[0] === fold(readRow(store, 'site', siteId).name)) names.shift()
  const [buildingName, ...spaceNames] = names
  const findByName = <Row extends { name: string }>(rows: readonly Row[], name: string | undefined) =>
    rows.find((row) => fold(row.name) === name)

  const buildings = store.all<{ id: string; name: string }>('SELECT id, name FROM building WHERE site_id = ?', siteId)
  const building = findByName(buildings, buildingName)
  const spaces = building ? store.all<SpaceRecord>('SELECT * FROM space WHERE building_id = ?', building.id) : []
  let space: SpaceRecord | undefined
  for (const name of spaceNames) {
    const parentId: string | null = space?.id ?? null
    space = findByName(
      spaces.filter((space) => space.parent_space_id === parentId),
      name,
    )
    if (!space) break
  }
  return space ?? fail(4000, { errors: { space: 'errors.assets.space' } })
}
