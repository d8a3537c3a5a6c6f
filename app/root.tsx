import './tailwind.css'
import { data, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  type UIMatch,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router-dom'
import { detailOf } from '~/backend/error-detail'
import { keptForm } from '~/change/kept-form.server'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import { putBackForm } from '~/features/trail/shared/put-back.server'
import { languageCookie, languageFromUrl } from '~/i18n/i18n.server'
import { useLanguage, useT } from '~/i18n/use-t'
import type { FrameData } from '~/kit/frame/frame.server'
import { ErrorDetails, useErrorTitle } from '~/ui/errors'
import type { PageHandle } from '~/ui/handle'
import { hasKeys, keysCookie, keysFromUrl } from '~/ui/keys.server'
import { PlainPage } from '~/ui/page'
import { PageContextProvider, usePageContext } from '~/ui/page-context'
import { hasProblems } from '~/ui/problems'
import { ownTimeZone, timeZoneCookie, timeZoneFromUrl } from '~/ui/time-zone.server'
import { version } from '../package.json'
import { ReturnedFormPage, returnedFormIn } from './change/returned-form'

declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true
  }
}

export const links: LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

/** Loads the data of the document around every page, and the draft of a form that was saved for this person. */
export async function loader(args: LoaderFunctionArgs) {
  const { nonce, requestId, origin } = contextOf(args)
  const language = languageFromUrl(args.request)
  const timeZone = ownTimeZone(args.request)
  const zone = timeZoneFromUrl(args.request)
  const secure = origin.startsWith('https:')
  const headers = new Headers()
  if (language) headers.append('set-cookie', languageCookie(language, { secure }))
  const keys = keysFromUrl(args.request)
  if (keys) headers.append('set-cookie', keysCookie(keys, { secure }))
  if (zone !== undefined) headers.append('set-cookie', timeZoneCookie(zone, { secure }))
  const draft = await keptForm(args, putBackForm)
  return data(
    {
      nonce,
      requestId,
      version,
      evaluation: config().evaluation !== null,
      environment: config().environment,
      timeZone: timeZone ?? 'UTC',
      isTimeZoneKnown: timeZone !== null,
      hasKeys: hasKeys(args.request),
      now: new Date().toISOString(),
      keptForm: draft,
      made: draft && 'earlierChange' in draft && draft.earlierChange ? draft.earlierChange : null,
    },
    { headers },
  )
}

/** The document survives navigations; it is reloaded only when a setting in its URL changes. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return ['lng', 'tz', 'keys'].some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name))
}

/** The document, around pages and error pages; it renders even when this route's loader failed. */
export function Layout({ children }: { children: ReactNode }) {
  const rootData = useRouteLoaderData<typeof loader>('root')
  const answer = usePageContext()
  const nonce = rootData?.nonce ?? answer.nonce
  const areas = usePages().flatMap((page) => page.handle?.scripts ?? [])
  const hasScripts = areas.length > 0 && !answer.typedForm
  return (
    <html lang={useLanguage()} dir="ltr" data-texts={hasScripts ? areas.join(' ') : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{useDocumentTitle()}</title>
        <Meta />
        <Links />
        <script
          src="/enhance.js"
          defer
          nonce={nonce}
          data-answer={answer.isPostResponse ? '' : undefined}
          suppressHydrationWarning
        />
        {rootData?.hasKeys && <script src="/keys.js" defer nonce={nonce} suppressHydrationWarning />}
      </head>
      <body>
        <PageContextProvider {...rootData}>{children}</PageContextProvider>
        {hasScripts && <ScrollRestoration nonce={nonce} />}
        {hasScripts && <Scripts nonce={nonce} />}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const form = isRouteErrorResponse(error) ? returnedFormIn(error.data) : null
  return (
    <PlainPage title={useErrorTitle(error)} address={addressOf(error)}>
      {form ? (
        <ReturnedFormPage form={form} />
      ) : (
        <ErrorDetails error={error} detail={detailOf(error)} retryHref={addressOf(error) ?? `${pathname}${search}`} />
      )}
    </PlainPage>
  )
}

function usePages() {
  return useMatches() as UIMatch<unknown, PageHandle | undefined>[]
}

/** Returns the title of the deepest page, or of the error; a page with a rejected form says so first. */
function useDocumentTitle(): string {
  const t = useT()
  const { actionData, loaderData, errors } = useContext(RouterState) ?? {}
  const error = Object.values(errors ?? {})[0]
  const errorTitle = useErrorTitle(error)
  const page = usePages().findLast(({ handle, data }) => handle?.title && data !== undefined)
  const title = error === undefined ? page?.handle?.title?.(page.data, t) : errorTitle
  const place = usePlaceName()
  if (!title) return t('product')
  const whole = [place && place !== title ? `${title} · ${place}` : title, t('product')].join(' – ')
  const replies = [...Object.values(actionData ?? {}), loaderData?.root?.keptForm]
  return replies.some(hasProblems) ? t('form.titleWithErrors', { title: whole }) : whole
}

/** Returns the customer or tenant of the page, which distinguishes browser tabs. */
function usePlaceName(): string | undefined {
  const frames = usePages().flatMap(({ data }) => {
    const { frame, ...own } = (data ?? {}) as Partial<FrameData> & { frame?: FrameData }
    return frame ?? (own.menu ? own : [])
  })
  const { customer, tenant } = frames.at(-1) ?? {}
  return (customer ?? tenant)?.name
}

/** Returns the original URL when the error page of an unknown URL is rendered here. */
function addressOf(error: unknown): string | undefined {
  const address = isRouteErrorResponse(error) ? error.data?.address : undefined
  return typeof address === 'string' ? address : undefined
}
