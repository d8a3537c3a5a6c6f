/** Inside a customer: brings the top level of the tree, and is remembered as the last place. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { level } from '~/backend/tree.server'
import { address } from '~/hrefs'
import { rememberPlace } from '~/session/session.server'
import type { LevelData } from '../place-tree'

export async function loader(args: LoaderFunctionArgs): Promise<LevelData> {
  const { tenantId, customerId } = address('customer', args.params)
  const { ask, session } = await reader(args, { capability: 'hierarchy.read' })
  const parent = { type: 'customer', id: customerId } as const
  const isNew = session.lastTenantId !== tenantId || session.lastCustomerId !== customerId
  const [found] = await Promise.all([
    level(ask, parent),
    isNew ? rememberPlace(session, { tenantId, customerId }) : null,
  ])
  return { parent, level: found }
}

export default Outlet
