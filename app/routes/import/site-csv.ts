/** A site with everything in it as a file that an import accepts: for the same site it changes nothing (journey 12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Building, site as contract, type Device, type Site, type Space } from '#contracts/site'
import { type FoundDevices, findDevices } from '~/backend/find-devices.server'
import { wholePages } from '~/backend/pages'
import { type Reader, reader } from '~/backend/reader.server'
import { nested } from '~/domain/nested-spaces'
import { type Column, columns, joinSpaces } from '~/domain/site-columns'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { ParamsFor } from '~/paths'
import { csvAnswer } from '~/screens/file/csv.server'
import { atRightAddress } from '~/screens/place/right-address.server'
import { typeOf } from '~/things/device/form'
import { usageText } from '~/things/site/usage'
import { kindText } from '~/things/space/kind'

/** Time budget of a whole site, ms; the file is streamed building by building. */
const budget = 120_000

type Line = Record<Column, string | number>
type Cells = { [Name in Column]?: string | number | null | undefined }

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteCsv', args.params)
  const page = await reader(args, { view: 'place', budget })
  const t = translator(page.language)
  const [{ node: site, path }, buildings] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'siteCsv', at, request: args.request },
      page.read(contract.getSite, { path: { id: at.siteId } }),
    ),
    page.read(contract.listBuildings, { path: { id: at.siteId } }),
  ])
  const group = path.find(({ type }) => type === 'group')?.name
  return csvAnswer({
    name: 'site',
    t,
    request: args.request,
    known: {},
    columns: Object.fromEntries(columns.map((column) => [column, t(`main:import.column.${column}`)])) as Record<
      Column,
      string
    >,
    async linesAfter(after) {
      const index = Number(after ?? 0)
      const building = buildings[index]
      const inside = building ? await buildingLines(page, at, { site, building }) : []
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
  page: Reader,
  at: ParamsFor<'site'>,
  { site, building }: { site: Site; building: Building },
): Promise<Line[]> {
  const t = translator(page.language)
  const [spaces, devices, { controllers }] = await Promise.all([
    page.read(contract.listSpaces, { path: { id: building.id } }),
    devicesOf(page, at, building.id),
    page.catalogues(),
  ])
  const { name, description, address, size } = building
  const above = { site: site.name, building: name }
  const known = new Map(spaces.map((space) => [space.id, space]))
  const own = { usage: usageText(t, building.usage), description, address, size, units: unitText(size, site.units) }
  return [
    line({ ...above, ...own }),
    ...nested(spaces).flatMap(({ space }) => {
      const place = { ...above, ...placeOf(space, known) }
      const inside = devices.filter(({ spaceId }) => spaceId === space.id)
      return [
        line({ ...place, kind: kindText(t, space.kind), usage: usageText(t, space.usage) }),
        ...inside.map(({ name: device, description, hostId, spaceServed, productId }) =>
          line({ ...place, device, description, hostId, spaceServed, model: typeOf(productId, controllers) }),
        ),
      ]
    }),
  ]
}

/** A floor directly below its building has its own column; any other space is written with its parent spaces. */
function placeOf(space: Space, known: ReadonlyMap<string, Space>): Cells {
  const around = [space]
  for (let parent = known.get(space.parentSpaceId ?? ''); parent; parent = known.get(parent.parentSpaceId ?? '')) {
    if (around.includes(parent)) break
    around.unshift(parent)
  }
  const [outermost, ...rest] = around
  const isFloor = outermost?.kind === 'Floor'
  return {
    floor: isFloor ? outermost.name : '',
    space: joinSpaces((isFloor ? rest : around).map(({ name }) => name)),
  }
}

async function devicesOf(page: Reader, { customerId, siteId }: ParamsFor<'site'>, buildingId: string) {
  const devices: Device[] = []
  const read = (after: string | undefined) =>
    findDevices(page, { customerId, search: { siteId, buildingId, after }, pageSize: 200 })
  const steps = { next: (found: FoundDevices) => found.next, rows: (found: FoundDevices) => found.devices.length }
  for await (const found of wholePages('site', read, steps)) devices.push(...found.devices)
  return devices
}

function unitText(size: number | null | undefined, units: string | null | undefined): string {
  if (typeof size !== 'number') return ''
  return units === 'us' || units === 'ft2' ? 'ft²' : 'm²'
}

function line(cells: Cells): Line {
  return Object.fromEntries(columns.map((column) => [column, cells[column] ?? ''])) as Line
}
