/** A place on the page of a change of it: checked against its address, with its breadcrumb (design §4). */
import type { Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import type { Entity, EntityPageArgs, LoadedEntity } from '../edit/thing.server'
import { crumbsOf } from './crumbs'
import { type LocatedNode, locateOrRedirect, type PlaceName } from './locate-or-redirect.server'

type PlaceKind = 'group' | 'site' | 'building' | 'space'

/** Returns the place. Redirects and throws like `locateOrRedirect`. */
export async function locatePlace<Kind extends PlaceKind, Node extends Entity>(
  reader: Reader,
  { kind, at, page: name, request }: EntityPageArgs<Kind> & { kind: Kind },
  loading: Promise<Node>,
): Promise<LoadedEntity<Node> & Pick<LocatedNode<Node>, 'site' | 'path'>> {
  const target = { reader: reader, name: name as PlaceName, at: at as never, request }
  const { node, path, site } = await locateOrRedirect(target, loading)
  const self = { name: node.name, href: href(kind, at), ...(kind === 'site' && { isSite: true }) }
  return { now: node, site, path, crumbs: crumbsOf(at as Place, path, self) }
}
