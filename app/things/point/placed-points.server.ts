/**
 * Finds the points of a place across controllers with the extension, else those of its first controllers (domain §17).
 */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel } from '~/backend/reader.server'
import { type Walking, walkDevices, walkerOf } from '~/backend/walk-devices.server'
import { type Counted, countedIn } from '~/domain/counted'
import { startAfter } from '~/screens/list/refused-filter.server'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import { isAskedPlaced, type PlacedPointFilter, placedPointQuery } from './filter'
import { isHeard } from './find-points.server'
import { type PlacedRow, placedRow } from './row'

interface Asked {
  at: PlaceParams
  filter: PlacedPointFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

interface PointPage {
  rows: PlacedRow[]
  total: Counted
  next: string | null
  isPartial: boolean
}

/** Maximum number of controllers whose points are read, and how many concurrently. */
const mostWalked = 200
const atOnce = 8

export function findPoints(asking: Walking, asked: Asked): Promise<PointPage> {
  const { at, filter, sort, after, pageSize } = asked
  return withFallback<PointPage>(
    site.findPoints,
    async () => {
      const query = { ...placedPointQuery(at, filter), pageSize, ...(sort && { sort }), continuationToken: after }
      const found = await asking.ask(site.findPoints, { query })
      return {
        rows: found.data.map((point) => placedRow(at, point)),
        total: countedIn(found),
        next: found.continuationToken ?? null,
        isPartial: false,
      }
    },
    async () => {
      const { rows, isCut } = await walked(asking, asked)
      const from = startAfter(rows, after, ({ id }) => id)
      const page = rows.slice(from, from + pageSize)
      const next = from + pageSize < rows.length ? (page.at(-1)?.id ?? null) : null
      return { rows: page, total: { count: rows.length, isCapped: isCut }, next, isPartial: isCut }
    },
  )
}

async function walked(asking: Walking, { at, filter, sort }: Asked) {
  const { groupId, siteId, buildingId, spaceId } = within(at, filter)
  const places = { groupId, siteId, buildingId, spaceId }
  const walker = walkerOf(asking)
  const found = await walkDevices(walker, at.customerId, places)
  const devices = found.devices.slice(0, mostWalked)
  let isCut = found.isCut || devices.length < found.devices.length
  const lists = await inParallel(devices, atOnce, async (device) => {
    const read = await asPanel(walker.read(site.listDevicePoints, { path: { id: device.id } }))
    if (!read.ok) isCut = true
    const { name: deviceName, siteId = '', path = [] } = device
    return (read.ok ? read.value : []).map((point) => {
      const row = placedRow(at, { ...point, deviceName, siteId, path })
      return isHeard(device) ? row : { ...row, quality: 'offline' as const }
    })
  })
  const direction = sort?.startsWith('-') ? -1 : 1
  return {
    rows: lists
      .flat()
      .filter((row) => isAskedPlaced(row, filter))
      .sort((a, b) => direction * a.objectName.localeCompare(b.objectName, 'en', { numeric: true })),
    isCut,
  }
}
