/** What a list of controllers shows, for the customer's list as for those of a site, a building and a space. */

import { findDevices, noDevices } from '~/backend/find-devices.server'
import type { Reader } from '~/backend/reader.server'
import { type DeviceSearch, deviceSearch, filtersOf, isFiltered, sortOf, wordsOf } from '~/domain/device-filter'
import { href, type Search } from '~/hrefs'
import { leadOn } from '~/screens/list/lead-on.server'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { filterOptions } from '~/things/device/filter-options'
import { deviceRow } from '~/things/device/row'

/** Rows of one page. */
const pageSize = 50

interface ListedPlace {
  tenantId: string
  customerId: string
  /** Present in the list of a site, of a building, of a space. */
  groupId?: string
  siteId?: string
  buildingId?: string
  spaceId?: string
}

/** The rows an address asks for and the links around them. `listHref` writes the list's own address. */
export async function deviceListData(
  reader: Reader,
  given: { at: ListedPlace; request: Request; listHref: (search: Search) => string },
) {
  const { at, request, listHref } = given
  const { siteId, buildingId, spaceId } = at
  const chosen = chosenLinks(reader, at)
  leadOn(request, chosen)
  const search = deviceSearch(request)
  const narrowed = {
    ...search,
    ...(siteId && { siteId }),
    ...(buildingId && { buildingId }),
    ...(spaceId && { spaceId }),
  }
  const [{ found, refused }, catalogues] = await Promise.all([
    orRefused(request, findDevices(reader, { customerId: at.customerId, search: narrowed, pageSize }), noDevices),
    reader.catalogues(),
  ])
  const unclear = notUnderstood(request, { device: [], to: '-', ...wordsOf(search) }, refused)
  const filters = filtersOf(search)
  const sort = (column: 'name' | 'hostId' | 'model') => {
    const { next, direction } = sortOf(search, column)
    return { href: listHref({ ...filters, sort: next }), direction }
  }
  return {
    rows: found.devices.map((device) => deviceRow(at, device, catalogues)),
    total: found.total,
    isPartial: found.isPartial,
    search,
    within: withinOf(found.devices[0]?.path, search),
    isFiltered: isFiltered(search),
    unclear,
    refused,
    ...filterOptions(catalogues, search),
    sorts: { name: sort('name'), hostId: sort('hostId'), model: sort('model') },
    links: {
      list: listHref({}),
      clear: listHref({ sort: search.sort }),
      first: search.after ? listHref({ ...filters, sort: search.sort }) : null,
      next: found.next && listHref({ ...filters, sort: search.sort, after: found.next }),
      csv: href('customerDevicesCsv', at, { ...filtersOf(narrowed), sort: search.sort }),
      /** What can be done with those that are ticked. */
      chosen: unclear.length > 0 ? [] : moves.filter((move) => chosen[move] !== null),
      add:
        at.groupId && siteId && buildingId && spaceId && reader.may('device.write')
          ? href('newDevice', { ...at, groupId: at.groupId, siteId, buildingId, spaceId })
          : null,
      upload:
        at.groupId && siteId && !buildingId && reader.may('device.write')
          ? href('devicesBuilder', { ...at, groupId: at.groupId, siteId })
          : null,
      deleteAll:
        reader.may('device.write') && unclear.length === 0 && isFiltered(search) && !found.total.isCapped
          ? href('devicesDeletion', at, { all: 1, ...filtersOf(narrowed) })
          : null,
      deployAll:
        reader.may('deploy.run') && unclear.length === 0 && !found.total.isCapped
          ? href('newDeployment', at, { all: 1, ...filtersOf(narrowed) })
          : null,
    },
  }
}

export type DeviceListData = Awaited<ReturnType<typeof deviceListData>>

const moves = ['network', 'deploy', 'delete'] as const

function chosenLinks({ may }: Reader, at: ListedPlace): Record<(typeof moves)[number], string | null> {
  const { groupId, siteId } = at
  return {
    network: !may('config.write')
      ? null
      : siteId && groupId
        ? href('siteNetworkSettings', { ...at, groupId, siteId })
        : href('customerNetworkSettings', at),
    deploy: may('deploy.run') ? href('newDeployment', at) : null,
    delete: may('device.write') ? href('devicesDeletion', at) : null,
  }
}

/** The place the list is narrowed to, by its name where a row knows it. */
function withinOf(
  path: readonly { id: string; name: string }[] | undefined,
  search: DeviceSearch,
): { name: string | null } | null {
  const id = search.spaceId ?? search.buildingId ?? search.siteId ?? search.groupId
  return id === undefined ? null : { name: path?.find((node) => node.id === id)?.name ?? null }
}
