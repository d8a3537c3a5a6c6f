/**
 * Finds the points of a place across controllers with the extension, else those of its first controllers (domain §17).
 */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel } from '~/backend/reader.server'
import { toWalker, type WalkReader, walkDevices } from '~/backend/walk-devices.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'
import { matchesPlacedPointFilter, type PlacedPointFilter, placedPointQuery } from './filter'
import { isReporting } from './shared/find-points.server'
import { type PlacedPointRow, placedPointRow } from './shared/row'

interface PointSearch {
  at: PlaceParams
  filter: PlacedPointFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

interface PointPage {
  rows: PlacedPointRow[]
  total: TotalCount
  next: string | null
  incomplete: boolean
}

/** Maximum number of controllers whose points are read, and how many concurrently. */
const maxControllers = 200
const maxConcurrent = 8

export function findPoints(reader: WalkReader, search: PointSearch): Promise<PointPage> {
  const { at, filter, sort, after, pageSize } = search
  return withFallback<PointPage>(
    site.findPoints,
    async () => {
      const query = { ...placedPointQuery(at, filter), pageSize, ...(sort && { sort }), continuationToken: after }
      const reply = await reader.call(site.findPoints, { query })
      return {
        rows: reply.data.map((point) => placedPointRow(at, point)),
        total: countInReply(reply),
        next: reply.continuationToken ?? null,
        incomplete: false,
      }
    },
    async () => {
      const { rows, isCut } = await walkPoints(reader, search)
      const from = startIndexAfter(rows, after, ({ id }) => id)
      const page = rows.slice(from, from + pageSize)
      const next = from + pageSize < rows.length ? (page.at(-1)?.id ?? null) : null
      return { rows: page, total: { count: rows.length, isCapped: isCut }, next, incomplete: isCut }
    },
  )
}

async function walkPoints(reader: WalkReader, { at, filter, sort }: PointSearch) {
  const { groupId, siteId, buildingId, spaceId } = scopeFilter(at, filter)
  const places = { groupId, siteId, buildingId, spaceId }
  const walker = toWalker(reader)
  const walk = await walkDevices(walker, at.customerId, places)
  const devices = walk.devices.slice(0, maxControllers)
  let isCut = walk.isCut || devices.length < walk.devices.length
  const lists = await inParallel(devices, maxConcurrent, async (device) => {
    const read = await asPanel(walker.read(site.listDevicePoints, { path: { id: device.id } }))
    if (!read.ok) isCut = true
    const { name: deviceName, siteId = '', path = [] } = device
    return (read.ok ? read.value : []).map((point) => {
      const row = placedPointRow(at, { ...point, deviceName, siteId, path })
      return isReporting(device) ? row : { ...row, quality: 'offline' as const }
    })
  })
  const direction = sort?.startsWith('-') ? -1 : 1
  return {
    rows: lists
      .flat()
      .filter((row) => matchesPlacedPointFilter(row, filter))
      .sort((a, b) => direction * a.objectName.localeCompare(b.objectName, 'en', { numeric: true })),
    isCut,
  }
}
