/**
 * A view that exists at several levels is one module, mounted once per level (`routes.ts`). This module resolves the
 * level, the address and the place of a request.
 */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { site as contract } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import type { DeviceHeading } from '~/features/device/shared/header'
import { equipmentAt } from '~/features/equipment/shared/equipment.server'
import type { EquipmentHeading } from '~/features/equipment/shared/header'
import { type SiteHeading, siteHeading } from '~/features/site/shared/header'
import { address, href, type QueryParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { PlaceName } from '~/kit/place/locate-or-redirect.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { type ViewLink, viewLinks } from '~/kit/place/tabs'
import { noGroup, type ParamsFor } from '~/paths'
import type { Crumb } from '~/ui/breadcrumb'
import { pageAt, type ViewLevel, type ViewName, viewLevels } from '~/views'

export interface Mount {
  view: ViewName
  level: ViewLevel
  at: PlaceParams
  request: Request
  /** Returns the view's own address at this place. */
  list(search?: QueryParams): string
}

/** Returns the level and the place of a view. Throws a 404 at a level the view does not exist at. */
export function mountOf({ params, request }: LoaderFunctionArgs, view: ViewName): Mount {
  const level = viewLevels.findLast((one) => params[`${one}Id`] !== undefined) ?? 'above'
  const name = pageAt(view, level)
  if (!name) throw new Response(null, { status: 404 })
  const at = address(name, params) as PlaceParams
  return { view, level, at, request, list: (search) => href(name, at, search) }
}

/** The heading and the breadcrumb of a mounted view. */
export interface MountedPlace {
  view: ViewName
  level: ViewLevel
  tenantId: string
  name: string
  /** The views of a group, a building or a space; the headings of other places have their own. */
  views: ViewLink[]
  /** Set for a site, a controller or equipment. */
  site: SiteHeading | null
  device: DeviceHeading | null
  equipment: EquipmentHeading | null
  crumbs: Crumb[]
}

/** Returns the place of a mounted view, at its canonical address. */
export async function loadMountedPlace(reader: Reader, mount: Mount): Promise<MountedPlace> {
  const { view, level, at, list } = mount
  const { name, site = null, device = null, equipment = null, crumbs } = await readPlace(reader, mount)
  const crumb = { name: translator(reader.language)(`main:view.${view}`), href: list() }
  const views = level === 'group' || level === 'building' || level === 'space' ? viewLinks(level, reader, at) : []
  return { view, level, tenantId: at.tenantId, name, views, site, device, equipment, crumbs: [...crumbs, crumb] }
}

type PlaceDetails = Pick<MountedPlace, 'name' | 'crumbs'> & Partial<Pick<MountedPlace, 'site' | 'device' | 'equipment'>>

async function readPlace(reader: Reader, { view, level, at, request }: Mount): Promise<PlaceDetails> {
  const page = pageAt(view, level) as PlaceName
  const addressParams = at as ParamsFor<'device'> & ParamsFor<'equipment'>
  const below = { at: addressParams, page, request }
  switch (level) {
    case 'customer':
      return { name: (await ownCustomer(reader.read, at)).name, crumbs: [] }
    case 'group': {
      // Ungrouped sites belong directly to their customer.
      if (addressParams.groupId === noGroup) throw redirect(href(pageAt(view, 'customer') ?? 'customer', addressParams))
      const reading = reader.read(contract.getSiteGroup, { path: { id: addressParams.groupId } })
      return nameAndCrumbs(await locatePlace(reader, { kind: 'group', ...below }, reading))
    }
    case 'site': {
      const reading = reader.read(contract.getSite, { path: { id: addressParams.siteId } })
      const { now, crumbs } = await locatePlace(reader, { kind: 'site', ...below }, reading)
      return { name: now.name, site: siteHeading(reader, addressParams, now), crumbs }
    }
    case 'building': {
      const reading = reader.read(contract.getBuilding, { path: { id: addressParams.buildingId } })
      return nameAndCrumbs(await locatePlace(reader, { kind: 'building', ...below }, reading))
    }
    case 'space': {
      const reading = reader.read(contract.getSpace, { path: { id: addressParams.spaceId } })
      return nameAndCrumbs(await locatePlace(reader, { kind: 'space', ...below }, reading))
    }
    case 'device': {
      const { heading, crumbs } = await controllerAt(reader, { name: page as 'device', at: addressParams, request })
      return { name: heading.name, device: heading, crumbs }
    }
    case 'equipment': {
      const { heading, crumbs } = await equipmentAt(reader, { name: page as 'equipment', at: addressParams, request })
      return { name: heading.name, equipment: heading, crumbs }
    }
    default:
      throw new Error(`A view at level ${level} has no place`)
  }
}

const nameAndCrumbs = ({ now, crumbs }: { now: { name: string }; crumbs: Crumb[] }) => ({ name: now.name, crumbs })
