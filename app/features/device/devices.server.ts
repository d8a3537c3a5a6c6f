/** The controllers of a customer, a site, a building or a space as a list. */
import { countDevices } from '~/backend/count-devices.server'
import { findDevices } from '~/backend/find-devices.server'
import type { Reader } from '~/backend/reader.server'
import { limitFor } from '~/changes'
import type { DeviceSearch } from '~/domain/device-filter'
import type { Mount } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import { isNarrowed } from '~/kit/list/filter'
import { type ListSource, listData } from '~/kit/list/source.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { spaceChoice } from '~/kit/place/space-choice'
import { addedValues, needsDetails } from './added-values.server'
import { type DeviceFilter, deviceFields, searchOf } from './shared/filter'
import { filterOptions } from './shared/filter-options'
import { type DeviceRow, deviceRow } from './shared/row'

export const devices: ListSource<typeof deviceFields, DeviceRow, PlaceParams> = {
  fields: deviceFields,
  sorts: ['name', 'hostId', 'model'],
  others: ['device', 'changed'],
  async find(reader, { at, filter, sort, after, pageSize, columns }) {
    const search = { ...searchOf(scopeFilter(at, filter)), sort, after } as DeviceSearch
    const [page, catalogues] = await Promise.all([
      findDevices(reader, {
        customerId: at.customerId,
        search,
        pageSize,
        ...(!needsDetails(columns) && { withoutDetails: true }),
      }),
      reader.catalogues(),
    ])
    const added = columns.length > 0 && (await addedValues(reader, { at, devices: page.devices, columns }))
    const rows = page.devices.map((device) => {
      const row = deviceRow(at, device, catalogues)
      return added ? { ...row, added: added(device) } : row
    })
    return { ...page, rows }
  },
  presetViews: {
    offline: { connected: 'false', onboarded: 'true' },
    outdated: { packageStatus: 'outdated' },
    notOnboarded: { onboarded: 'false' },
  },
  count: (reader, { at, filter }) =>
    countDevices(reader, { customerId: at.customerId, ...searchOf(scopeFilter(at, filter)) }),
  options: async (reader, _, filter) => filterOptions(await reader.catalogues(), filter),
  bulkActions: ({ may }, at) => ({
    network: !may('config.write')
      ? null
      : isSite(at)
        ? href('siteNetworkSettings', at)
        : href('customerNetworkSettings', at),
    deploy: may('deploy.run') ? href('newDeployment', at) : null,
    delete: may('device.write') ? href('devicesDeletion', at) : null,
  }),
}

/** Returns the filter with the place of the list. */
function scopeFilter({ siteId, buildingId, spaceId }: PlaceParams, filter: DeviceFilter): DeviceFilter {
  return {
    ...filter,
    ...(siteId && { siteId }),
    ...(buildingId && { buildingId }),
    ...(spaceId && { spaceId }),
  }
}

/** Returns the list at a place, with the actions for all matching controllers and for adding new ones. */
export async function deviceListData(reader: Reader, { at, request, list }: Pick<Mount, 'at' | 'request' | 'list'>) {
  const data = await listData(reader, devices, {
    at,
    request,
    list,
    csv: (search) => href('customerDevicesCsv', at, scopeFilter(at, search)),
  })
  const { filter, unclear, total } = data
  const isComplete = unclear.length === 0 && total !== null && !total.isCapped
  const all = isComplete ? { all: 1, ...scopeFilter(at, filter) } : null
  const mayWrite = reader.may('device.write')
  const mayDeploy = reader.may('deploy.run')
  const exceedsLimit = (change: 'packages.deploy' | 'device.delete') =>
    total !== null && (total.isCapped || total.count > limitFor(change))
  return {
    ...data,
    within: placeOf(data.rows[0], filter),
    deployAll: all && mayDeploy && !exceedsLimit('packages.deploy') ? href('newDeployment', at, all) : null,
    deleteAll:
      all && mayWrite && isNarrowed(deviceFields, filter) && !exceedsLimit('device.delete')
        ? href('devicesDeletion', at, all)
        : null,
    /** More match than one deployment can have: the limit is shown in place of the link. */
    beyond: total && mayDeploy && exceedsLimit('packages.deploy') ? { total, most: limitFor('packages.deploy') } : null,
    mayAdd: mayWrite,
    /** Controllers are added in a space: the places above lead there. */
    choice: mayWrite ? spaceChoice(at) : null,
    add: mayWrite && isSpace(at) ? href('newDevice', at) : null,
    access: columnAccess(reader),
    licences: at.buildingId ? null : isSite(at) ? href('siteLicences', at) : href('customerLicences', at),
    upload: mayWrite && isSite(at) && !at.buildingId ? href('devicesBuilder', at) : null,
  }
}

/** Returns which of the optional columns the person may read. */
export const columnAccess = ({ may }: Reader) => ({ alarms: may('alarm.read'), address: may('config.read') })

export type DeviceListData = Awaited<ReturnType<typeof deviceListData>>

const isSite = (at: PlaceParams): at is PlaceParams & { groupId: string; siteId: string } =>
  at.groupId !== undefined && at.siteId !== undefined

const isSpace = (
  at: PlaceParams,
): at is PlaceParams & { groupId: string; siteId: string; buildingId: string; spaceId: string } =>
  isSite(at) && at.buildingId !== undefined && at.spaceId !== undefined

/** Returns the place that the list is filtered by, with its name when a row has it. */
function placeOf(row: DeviceRow | undefined, filter: DeviceFilter): { name: string | null } | null {
  const id = filter.spaceId ?? filter.buildingId ?? filter.siteId ?? filter.groupId
  return id === undefined ? null : { name: row?.places.find((place) => place.id === id)?.name ?? null }
}
