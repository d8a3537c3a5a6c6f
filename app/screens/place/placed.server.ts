/** A place on the page of a change of it: checked against its address, with its breadcrumb (design §4). */
import type { Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import type { Here, OnPage, Standing } from '~/things/thing.server'
import { crumbsOf } from './crumbs'
import { atRightAddress, type Found, type PlaceName } from './right-address.server'

type PlaceKind = 'group' | 'site' | 'building' | 'space'

/** Returns the place. Redirects and throws like `locateOrRedirect`. */
export async function placed<Kind extends PlaceKind, Node extends Standing>(
  page: Reader,
  { kind, at, page: name, request }: Here<Kind> & { kind: Kind },
  loading: Promise<Node>,
): Promise<OnPage<Node> & Pick<Found<Node>, 'site' | 'path'>> {
  const here = { reader: page, name: name as PlaceName, at: at as never, request }
  const { node, path, site } = await atRightAddress(here, loading)
  const self = { name: node.name, href: href(kind, at) }
  return { now: node, site, path, crumbs: crumbsOf(at as Place, path, self) }
}
