/** A site with everything in it as a file that an import accepts: for the same site it changes nothing (journey 12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Building, site as contract, type Device, type Site, type Space } from '#contracts/site'
import { type DeviceMatches, findDevices } from '~/backend/find-devices.server'
import { wholePages } from '~/backend/pages'
import { type Reader, readerFor } from '~/backend/reader.server'
import { nestSpaces } from '~/domain/nested-spaces'
import { joinSpaces, type SiteColumn, sheetColumns } from '~/domain/site-columns'
import { typeCodeOf } from '~/features/device/shared/form'
import { usageText } from '~/features/site/shared/usage'
import { spaceKindText } from '~/features/space/shared/kind'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { csvResponse } from '~/kit/file/csv.server'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import type { ParamsFor } from '~/paths'

/** Time budget of a whole site, ms; the file is streamed building by building. */
const budgetMs = 120_000

type Line = Record<SiteColumn, string | number>
type Cells = { [Name in SiteColumn]?: string | number | null | undefined }

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteCsv', args.params)
  const reader = await readerFor(args, { view: 'place', budgetMs })
  const t = translator(reader.language)
  const [{ node: site, path }, buildings] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: 'siteCsv', at, request: args.request },
      reader.read(contract.getSite, { path: { id: at.siteId } }),
    ),
    reader.read(contract.listBuildings, { path: { id: at.siteId } }),
  ])
  const group = path.find(({ type }) => type === 'group')?.name
  return csvResponse({
    name: 'site',
    reader,
    t,
    request: args.request,
    parsed: {},
    columns: Object.fromEntries(sheetColumns.map((column) => [column, t(`main:import.column.${column}`)])) as Record<
      SiteColumn,
      string
    >,
    async linesAfter(after) {
      const index = Number(after ?? 0)
      const building = buildings[index]
      const inside = building ? await buildingLines(reader, at, { site, building }) : []
      const lines = after === undefined ? [siteLine(site, group, t), ...inside] : inside
      return { lines, next: index + 1 < buildings.length ? String(index + 1) : null }
    },
  })
}

function siteLine(site: Site, group: string | undefined, t: Translate): Line {
  const { name, description, address, city, state, postalCode, country, latitude, longitude, timeZone, size } = site
  const usage = usageText(t, site.usage)
  const units = unitText(size, site.units)
  const place = { address, city, state, postalCode, country, latitude, longitude, timeZone }
  return line({ site: name, group, usage, description, ...place, size, units })
}

/** Returns the lines of a building, its spaces and their controllers. */
async function buildingLines(
  reader: Reader,
  at: ParamsFor<'site'>,
  { site, building }: { site: Site; building: Building },
): Promise<Line[]> {
  const t = translator(reader.language)
  const [spaces, devices, { controllers }] = await Promise.all([
    reader.read(contract.listSpaces, { path: { id: building.id } }),
    devicesOf(reader, at, building.id),
    reader.catalogues(),
  ])
  const { name, description, address, size } = building
  const above = { site: site.name, building: name }
  const spacesById = new Map(spaces.map((space) => [space.id, space]))
  const own = { usage: usageText(t, building.usage), description, address, size, units: unitText(size, site.units) }
  return [
    line({ ...above, ...own }),
    ...nestSpaces(spaces).flatMap(({ space }) => {
      const place = { ...above, ...placeOf(space, spacesById) }
      const inside = devices.filter(({ spaceId }) => spaceId === space.id)
      return [
        line({ ...place, kind: spaceKindText(t, space.kind), usage: usageText(t, space.usage) }),
        ...inside.map(({ name: device, description, hostId, spaceServed, productId }) =>
          line({ ...place, device, description, hostId, spaceServed, model: typeCodeOf(productId, controllers) }),
        ),
      ]
    }),
  ]
}

/** A floor directly below its building has its own column; any other space is written with its parent spaces. */
function placeOf(space: Space, spacesById: ReadonlyMap<string, Space>): Cells {
  const ancestors = [space]
  for (
    let parent = spacesById.get(space.parentSpaceId ?? '');
    parent;
    parent = spacesById.get(parent.parentSpaceId ?? '')
  ) {
    if (ancestors.includes(parent)) break
    ancestors.unshift(parent)
  }
  const [outermost, ...inner] = ancestors
  const isFloor = outermost?.kind === 'Floor'
  return {
    floor: isFloor ? outermost.name : '',
    space: joinSpaces((isFloor ? inner : ancestors).map(({ name }) => name)),
  }
}

async function devicesOf(page: Reader, { customerId, siteId }: ParamsFor<'site'>, buildingId: string) {
  const devices: Device[] = []
  const read = (after: string | undefined) =>
    findDevices(page, { customerId, search: { siteId, buildingId, after }, pageSize: 200 })
  const steps = { next: (result: DeviceMatches) => result.next, rows: (result: DeviceMatches) => result.devices.length }
  for await (const result of wholePages('site', read, steps)) devices.push(...result.devices)
  return devices
}

function unitText(size: number | null | undefined, units: string | null | undefined): string {
  if (typeof size !== 'number') return ''
  return units === 'us' || units === 'ft2' ? 'ft²' : 'm²'
}

function line(cells: Cells): Line {
  return Object.fromEntries(sheetColumns.map((column) => [column, cells[column] ?? ''])) as Line
}
