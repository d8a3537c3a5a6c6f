/** The layout of a building: loads the tree level below it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { address } from '~/hrefs'
import { levelBelow } from '~/kit/place/level.server'

export async function loader(args: LoaderFunctionArgs) {
  return levelBelow(args, { type: 'building', id: address('building', args.params).buildingId })
}

export default Outlet
