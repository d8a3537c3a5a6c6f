/** The layout of a tenant: the frame of its pages and of their errors. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { detailOf } from '~/backend/error-detail'
import { readerFor } from '~/backend/reader.server'
import { SignedInFrame } from '~/kit/frame/frame'
import { frameData } from '~/kit/frame/frame.server'
import { NearestList } from '~/kit/frame/nearest-list'
import { PlaceTree, usePlaceTree } from '~/kit/place/place-tree'
import { ErrorDetails, useErrorTitle } from '~/ui/errors'
import { PageHeader } from '~/ui/page'

export async function loader(args: LoaderFunctionArgs) {
  return frameData(await readerFor(args), args.params)
}

export default function TenantLayout() {
  const data = useLoaderData<typeof loader>()
  const tree = usePlaceTree()
  return (
    <SignedInFrame data={data} tree={tree ? <PlaceTree tree={tree} /> : undefined}>
      <Outlet />
    </SignedInFrame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const id = useMatches().find((match) => match.id.endsWith('tenant/layout'))?.id ?? ''
  const data = useRouteLoaderData<typeof loader>(id)
  const title = useErrorTitle(error)
  const { pathname, search } = useLocation()
  if (!data) throw error
  return (
    <SignedInFrame data={data}>
      <PageHeader name={title} />
      <ErrorDetails
        error={error}
        detail={detailOf(error)}
        retryHref={pathname + search}
        nearest={<NearestList data={data} />}
      />
    </SignedInFrame>
  )
}
