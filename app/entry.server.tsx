/**
 * Writes pages. A page is always sent whole: content that comes after the shell never appears with scripts off.
 * Pages without scripts carry no hydration data at all.
 */
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { contextOf } from './door/context'
import { instanceFor, languageOf } from './i18n/i18n.server'
import { formToken } from './session/form-token.server'
import { PageContextProvider } from './ui/page-context'

/** A page that is not written by then is an error. */
const longestRender = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  const { nonce, requestId } = contextOf({ request, context })
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
  const html = hasScripts ? await renderAll(page) : renderToString(page)
  return new Response(typeof html === 'string' ? `<!DOCTYPE html>${html}` : html, { status, headers })
}

/** One line for what nobody expected; refusals and browsers that went away are neither. */
export function handleError(error: unknown, args: LoaderFunctionArgs | ActionFunctionArgs) {
  if (args.request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  contextOf(args).log.error({ problem: { name, message, stack } }, 'unexpected')
}

function asksForScripts(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'scripts' in handle && handle.scripts === true
}

/** Of the routes only those of the page: a browser that does not go on by itself needs no other. */
function withoutHydration(remix: EntryContext): EntryContext {
  const matched = new Set(remix.staticHandlerContext.matches.map(({ route }) => route.id))
  const routes = Object.fromEntries(Object.entries(remix.manifest.routes).filter(([id]) => matched.has(id)))
  return { ...remix, manifest: { ...remix.manifest, routes }, serverHandoffStream: undefined }
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
