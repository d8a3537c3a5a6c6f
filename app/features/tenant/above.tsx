/** The layout of pages above tenants: the list of tenants, and a new tenant. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useLocation, useMatches, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { detailOf } from '~/backend/error-detail'
import { readerFor } from '~/backend/reader.server'
import { SignedInFrame } from '~/kit/frame/frame'
import { frameData } from '~/kit/frame/frame.server'
import { readerOutside } from '~/kit/frame/last-place.server'
import { ErrorDetails, useErrorTitle } from '~/ui/errors'
import { PageHeader } from '~/ui/page'

export async function loader(args: LoaderFunctionArgs) {
  return frameData(readerOutside(await readerFor(args), 'tenants'), {})
}

export default function AboveTenants() {
  return (
    <SignedInFrame data={useLoaderData<typeof loader>()}>
      <Outlet />
    </SignedInFrame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const id = useMatches().find((match) => match.id.endsWith('tenant/above'))?.id ?? ''
  const data = useRouteLoaderData<typeof loader>(id)
  const title = useErrorTitle(error)
  const { pathname, search } = useLocation()
  if (!data) throw error
  return (
    <SignedInFrame data={data}>
      <PageHeader name={title} />
      <ErrorDetails error={error} detail={detailOf(error)} retryHref={pathname + search} />
    </SignedInFrame>
  )
}
