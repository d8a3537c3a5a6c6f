/** The layout of a site group: loads the tree level below it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { address } from '~/hrefs'
import { levelBelow } from '~/kit/place/level.server'

export async function loader(args: LoaderFunctionArgs) {
  return levelBelow(args, { type: 'group', id: address('group', args.params).groupId })
}

export default Outlet
