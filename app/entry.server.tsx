/**
 * Renders pages. A page is always sent complete: content streamed after the shell never appears without scripts. Pages
 * without scripts carry no hydration data.
 */
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { retryHeaders } from './backend/reader.server'
import { type ReturnedForm, resumingEncoding, resumingFields } from './change/returned'
import { bufferedResponse } from './door/buffered-response'
import { contextOf } from './door/context'
import { instanceFor, requestLanguage } from './i18n/i18n.server'
import { formToken } from './session/form-token.server'
import { PageContextProvider, type TypedForm } from './ui/page-context'
import { refreshSecondsIn } from './ui/refresh'

/** Time limit of a rendering, in milliseconds. */
const maxRenderMs = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const { nonce, requestId, acceptsBytes, postedForm } = contextOf({ request, context })
  const typedForm = postedForm && remix.staticHandlerContext.errors ? typedFormOf(postedForm) : null
  // Hydration would know nothing of the form in an error page.
  const hasScripts =
    !typedForm &&
    remix.staticHandlerContext.matches.some(({ route }) => loadsScripts(remix.routeModules[route.id]?.handle))
  const page = (
    <I18nextProvider i18n={instanceFor(await requestLanguage(request))}>
      <PageContextProvider
        nonce={nonce}
        requestId={requestId}
        formToken={formToken(request)}
        isPostResponse={request.method === 'POST'}
        typedForm={typedForm}
      >
        <RemixServer context={hasScripts ? remix : withoutHydration(remix)} url={request.url} nonce={nonce} />
      </PageContextProvider>
    </I18nextProvider>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  for (const [name, value] of Object.entries(headersOfError(request, status, remix))) headers.set(name, value)
  const html = hasScripts ? await renderAll(page) : Buffer.from(`<!DOCTYPE html>${renderToStaticMarkup(page)}`)
  return bufferedResponse(html, { status, headers }, acceptsBytes)
}

/** Logs unexpected errors; refusals and aborted requests are neither. */
export function handleError(error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs) {
  if (args.request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  contextOf(args).log.error({ problem: { name, message, stack } }, 'unexpected')
}

/**
 * Returns the headers of an error page: how long its service asks to wait, and the refresh that the address asks for,
 * so that a page which somebody watches comes back by itself.
 */
function headersOfError(
  { method, url }: Request,
  status: number,
  { staticHandlerContext: { errors } }: EntryContext,
): Record<string, string> {
  if (!errors) return {}
  const [error] = Object.values(errors)
  const waitSeconds: number | null = isRouteErrorResponse(error)
    ? (error.data?.problem?.retryAfterSeconds ?? null)
    : null
  const { searchParams } = new URL(url)
  const mayPass = method === 'GET' && (status === 429 || status >= 500)
  const seconds = mayPass ? refreshSecondsIn(searchParams) : null
  return {
    ...retryHeaders(waitSeconds),
    ...(seconds && { refresh: String(Math.max(seconds, waitSeconds ?? 0)) }),
  }
}

const typedFormOf = (form: ReturnedForm): TypedForm => ({
  action: form.address,
  encType: resumingEncoding(form),
  hidden: resumingFields(form),
})

function loadsScripts(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'scripts' in handle && Array.isArray(handle.scripts)
}

type Routes = EntryContext['manifest']['routes']

/** Keeps only the routes of the page: without client-side navigation a browser needs no others. */
function withoutHydration(remix: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = remix
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  return { ...remix, manifest: { ...manifest, routes: subsetOf(manifest.routes, ids) }, serverHandoffStream: undefined }
}

/** Subsets of a build's routes by their ids, so that every request of a page reuses one object. */
const subsetsOfRoutes = new WeakMap<Routes, Map<string, Routes>>()

function subsetOf(routes: Routes, ids: readonly string[]): Routes {
  const subsets = subsetsOfRoutes.get(routes) ?? new Map<string, Routes>()
  subsetsOfRoutes.set(routes, subsets)
  const key = ids.join(' ')
  const subset = subsets.get(key) ?? Object.fromEntries(ids.flatMap((id) => (routes[id] ? [[id, routes[id]]] : [])))
  subsets.set(key, subset)
  return subset
}

async function renderAll(page: ReactElement): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady() {
        clearTimeout(limit)
        const through = new PassThrough()
        buffer(through).then((bytes) => resolve(new Uint8Array(bytes)), reject)
        pipe(through)
      },
      onShellError: reject,
      onError: reject,
    })
    const limit = setTimeout(abort, maxRenderMs)
  })
}
