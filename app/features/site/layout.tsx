/** The layout of a site: loads the level of the tree below it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { address } from '~/hrefs'
import { levelBelow } from '~/kit/place/level.server'

export async function loader(args: LoaderFunctionArgs) {
  return levelBelow(args, { type: 'site', id: address('site', args.params).siteId })
}

export default Outlet
