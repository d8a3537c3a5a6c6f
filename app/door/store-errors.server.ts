/** Responds with 503 and its page while the store is unavailable, in every loader and action (promise V3). */
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import { StoreUnavailable } from '~/store/store-unavailable'
import { contextOf } from './context'

type Work<Args> = (args: Args) => unknown

/** Returns the build with its loaders and actions wrapped. */
export function withStoreErrors(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const { loader, action } = route.module
    return [
      id,
      {
        ...route,
        module: {
          ...route.module,
          ...(loader && { loader: withStoreError<LoaderFunctionArgs>(loader) }),
          ...(action && { action: withStoreError<ActionFunctionArgs>(action) }),
        },
      },
    ]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function withStoreError<Args extends LoaderFunctionArgs | ActionFunctionArgs>(work: Work<Args>): Work<Args> {
  return async (args) => {
    try {
      return await work(args)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      contextOf(args).log.error({ err: error }, 'the store is unavailable')
      throw new Response(null, { status: 503, headers: { 'retry-after': '2' } })
    }
  }
}
