/** The layout of a customer: loads the top tree level, stores the last place, and marks an archived customer. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { treeLevelNames } from '~/backend/tree.server'
import { address } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { LevelData } from '~/kit/place/place-tree'
import { rememberPlace } from '~/session/session.server'
import { Notice } from '~/ui/notice'
import { PageContextProvider } from '~/ui/page-context'

interface CustomerData extends Partial<LevelData> {
  isArchived: boolean
}

export async function loader(args: LoaderFunctionArgs): Promise<CustomerData> {
  const { tenantId, customerId } = address('customer', args.params)
  const reader = await readerFor(args, { capability: 'hierarchy.read' })
  const { panel, session } = reader
  const parent = { type: 'customer', id: customerId } as const
  // The tree is shown beside places only; the page of the customer itself is its top level.
  const hasTree = args.params.groupId !== undefined
  const isNew = session.lastTenantId !== tenantId || session.lastCustomerId !== customerId
  const [treeLevel, customer] = await Promise.all([
    hasTree ? treeLevelNames(reader, parent) : undefined,
    panel(tenant.getCustomer, { path: { id: customerId } }),
    isNew ? rememberPlace(session, { tenantId, customerId }) : null,
  ])
  return { ...(treeLevel && { parent, level: treeLevel }), isArchived: customer.ok && customer.value.archived }
}

export default function CustomerLayout() {
  const t = useT()
  const { isArchived } = useLoaderData<typeof loader>()
  return (
    <PageContextProvider isReadOnly={isArchived}>
      {isArchived && <Notice tone="info" quiet title={t('main:customer.readOnly')} />}
      <Outlet />
    </PageContextProvider>
  )
}
