/**
 * A view that stands at several levels is one module, mounted once a level (`routes.ts`). Here it reads where it was
 * asked: at which level, under which address, of which place.
 */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { PathNode } from '#contracts/scalars'
import { site as contract } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { address, href, type Place, type Search } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor, PathName } from '~/paths'
import { siteLinks } from '~/things/site/header'
import type { Crumb } from '~/ui/breadcrumb'
import { type Level, levels, pageAt, type ViewName } from '~/views'
import { crumbsOf } from './crumbs'
import { ownCustomer } from './own-customer.server'
import { atRightAddress, type PlaceName } from './right-address.server'

/** The params of an address below a customer, as far as it goes. */
export type PlaceParams = Place & Partial<ParamsFor<'device'>>

export interface Mount {
  view: ViewName
  level: Level
  at: PlaceParams
  request: Request
  /** The view's own address here. */
  list(search?: Search): string
}

/** Where a view is asked for; 404 at a level where it does not stand. */
export function mountOf({ params, request }: LoaderFunctionArgs, view: ViewName): Mount {
  const level = levels.findLast((one) => params[`${one}Id`] !== undefined) ?? 'above'
  const name = pageAt(view, level)
  if (!name) throw new Response(null, { status: 404 })
  const at = address(name, params) as PlaceParams
  return { view, level, at, request, list: (search) => href(name, at, search) }
}

/** The place of a mounted view at its right address, with what its head shows and the way down to it. */
export async function placeOf(reader: Reader, mount: Mount) {
  const { view, level, at, request, list } = mount
  const head = { view, level, tenantId: at.tenantId }
  const crumb = { name: translator(reader.language)(`main:view.${view}`), href: list() }
  if (level === 'customer') {
    const { name } = await ownCustomer(reader.read, at)
    return { ...head, name, site: null, crumbs: [crumb] as Crumb[] }
  }
  const name = pageAt(view, level) as PlaceName
  const here = { reader, name, at: at as ParamsFor<'device'>, request }
  const { node, path } = await atRightAddress(here, nodeOf(reader, mount))
  const self = { name: node.name, href: href(level as PathName, at) }
  const site = { name: node.name, archived: node.archived === true, links: siteLinks(reader, here.at) }
  return {
    ...head,
    name: node.name,
    site: level === 'site' ? site : null,
    crumbs: [...crumbsOf(at, path, self), crumb],
  }
}

export type MountedPlace = Awaited<ReturnType<typeof placeOf>>

interface Node {
  id: string
  name: string
  path?: PathNode[] | undefined
  archived?: boolean
}

function nodeOf({ read }: Reader, { level, at }: Mount): Promise<Node> {
  const path = { id: at[`${level}Id` as keyof PlaceParams] as string }
  switch (level) {
    case 'group':
      return read(contract.getSiteGroup, { path })
    case 'site':
      return read(contract.getSite, { path })
    case 'building':
      return read(contract.getBuilding, { path })
    case 'space':
      return read(contract.getSpace, { path })
    default:
      throw new Error(`No view can be mounted at the level ${level}`)
  }
}
