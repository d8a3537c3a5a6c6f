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
import { contextOf } from './door/context'
import { wholeAnswer } from './door/whole-answer'
import { instanceFor, languageOf } from './i18n/i18n.server'
import { formToken } from './session/form-token.server'
import { PageContextProvider } from './ui/page-context'

/** Time limit of a rendering, in milliseconds. */
const longestRender = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const { nonce, requestId, takesBytes } = contextOf({ request, context })
  const hasScripts = remix.staticHandlerContext.matches.some(({ route }) =>
    asksForScripts(remix.routeModules[route.id]?.handle),
  )
  const page = (
    <I18nextProvider i18n={instanceFor(await languageOf(request))}>
      <PageContextProvider
        nonce={nonce}
        requestId={requestId}
        formToken={formToken(request)}
        isAnswer={request.method === 'POST'}
      >
        <RemixServer context={hasScripts ? remix : withoutHydration(remix)} url={request.url} nonce={nonce} />
      </PageContextProvider>
    </I18nextProvider>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = hasScripts ? await renderAll(page) : Buffer.from(`<!DOCTYPE html>${renderToStaticMarkup(page)}`)
  return wholeAnswer(html, { status, headers }, takesBytes)
}

/** Logs unexpected errors; refusals and aborted requests are neither. */
export function handleError(error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs) {
  if (args.request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  contextOf(args).log.error({ problem: { name, message, stack } }, 'unexpected')
}

function asksForScripts(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'scripts' in handle && Array.isArray(handle.scripts)
}

type Routes = EntryContext['manifest']['routes']

/** Keeps only the routes of the page: without client-side navigation a browser needs no others. */
function withoutHydration(remix: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = remix
  const ids = staticHandlerContext.matches.map(({ route }) => route.id)
  return { ...remix, manifest: { ...manifest, routes: among(manifest.routes, ids) }, serverHandoffStream: undefined }
}

/** Subsets of a build's routes by their ids, so that every request of a page reuses one object. */
const picked = new WeakMap<Routes, Map<string, Routes>>()

function among(routes: Routes, ids: readonly string[]): Routes {
  const known = picked.get(routes) ?? new Map<string, Routes>()
  picked.set(routes, known)
  const key = ids.join(' ')
  const found = known.get(key) ?? Object.fromEntries(ids.flatMap((id) => (routes[id] ? [[id, routes[id]]] : [])))
  known.set(key, found)
  return found
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
    const limit = setTimeout(abort, longestRender)
  })
}
