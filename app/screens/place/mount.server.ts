/**
 * A view that exists at several levels is one module, mounted once per level (`routes.ts`). This module resolves the
 * level, the address and the place of a request.
 */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { site as contract } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { address, href, type Place, type Search } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { noGroup, type ParamsFor } from '~/paths'
import { controllerAt } from '~/things/device/controller.server'
import type { DeviceHeading } from '~/things/device/header'
import { equipmentAt } from '~/things/equipment/equipment.server'
import type { EquipmentHeading } from '~/things/equipment/header'
import { type SiteHeading, siteHeading } from '~/things/site/header'
import type { Crumb } from '~/ui/breadcrumb'
import { type Level, levels, pageAt, type ViewName } from '~/views'
import { ownCustomer } from './own-customer.server'
import { placed } from './placed.server'
import type { PlaceName } from './right-address.server'

/** The params of an address below a customer, as far as it reaches. */
export type PlaceParams = Place & Partial<ParamsFor<'device'> & ParamsFor<'equipment'>>

export interface Mount {
  view: ViewName
  level: Level
  at: PlaceParams
  request: Request
  /** Returns the view's own address at this place. */
  list(search?: Search): string
}

/** Returns the level and the place of a view. Throws a 404 at a level the view does not exist at. */
export function mountOf({ params, request }: LoaderFunctionArgs, view: ViewName): Mount {
  const level = levels.findLast((one) => params[`${one}Id`] !== undefined) ?? 'above'
  const name = pageAt(view, level)
  if (!name) throw new Response(null, { status: 404 })
  const at = address(name, params) as PlaceParams
  return { view, level, at, request, list: (search) => href(name, at, search) }
}

/** The heading and the breadcrumb of a mounted view. */
export interface MountedPlace {
  view: ViewName
  level: Level
  tenantId: string
  name: string
  /** Set for a site, a controller or equipment, whose views are tabs. */
  site: SiteHeading | null
  device: DeviceHeading | null
  equipment: EquipmentHeading | null
  crumbs: Crumb[]
}

/** Returns the place of a mounted view, at its canonical address. */
export async function placeOf(reader: Reader, mount: Mount): Promise<MountedPlace> {
  const { view, level, at, list } = mount
  const { name, site = null, device = null, equipment = null, crumbs } = await standing(reader, mount)
  const crumb = { name: translator(reader.language)(`main:view.${view}`), href: list() }
  return { view, level, tenantId: at.tenantId, name, site, device, equipment, crumbs: [...crumbs, crumb] }
}

type Stands = Pick<MountedPlace, 'name' | 'crumbs'> & Partial<Pick<MountedPlace, 'site' | 'device' | 'equipment'>>

async function standing(reader: Reader, { view, level, at, request }: Mount): Promise<Stands> {
  const page = pageAt(view, level) as PlaceName
  const within = at as ParamsFor<'device'> & ParamsFor<'equipment'>
  const below = { at: within, page, request }
  switch (level) {
    case 'customer':
      return { name: (await ownCustomer(reader.read, at)).name, crumbs: [] }
    case 'group': {
      // Ungrouped sites belong directly to their customer.
      if (within.groupId === noGroup) throw redirect(href(pageAt(view, 'customer') ?? 'customer', within))
      const reading = reader.read(contract.getSiteGroup, { path: { id: within.groupId } })
      return named(await placed(reader, { kind: 'group', ...below }, reading))
    }
    case 'site': {
      const reading = reader.read(contract.getSite, { path: { id: within.siteId } })
      const { now, crumbs } = await placed(reader, { kind: 'site', ...below }, reading)
      return { name: now.name, site: siteHeading(reader, within, now), crumbs }
    }
    case 'building': {
      const reading = reader.read(contract.getBuilding, { path: { id: within.buildingId } })
      return named(await placed(reader, { kind: 'building', ...below }, reading))
    }
    case 'space': {
      const reading = reader.read(contract.getSpace, { path: { id: within.spaceId } })
      return named(await placed(reader, { kind: 'space', ...below }, reading))
    }
    case 'device': {
      const { heading, crumbs } = await controllerAt(reader, { name: page as 'device', at: within, request })
      return { name: heading.name, device: heading, crumbs }
    }
    case 'equipment': {
      const { heading, crumbs } = await equipmentAt(reader, { name: page as 'equipment', at: within, request })
      return { name: heading.name, equipment: heading, crumbs }
    }
    default:
      throw new Error(`A view at the level ${level} has no place`)
  }
}

const named = ({ now, crumbs }: { now: { name: string }; crumbs: Crumb[] }) => ({ name: now.name, crumbs })
