/**
 * Returns where to redirect after sign-in: a path of this console, or `/`. The address is parsed and rebuilt, because
 * `/\evil`, `/<tab>/evil` and `/.//evil` all "start with one slash".
 */
export function returnAddress(requested: string | null | undefined, origin: string): string {
  if (!requested || requested.length > 2_000 || !URL.canParse(requested, origin)) return '/'
  const url = new URL(requested, origin)
  if (url.origin !== new URL(origin).origin || url.username || url.password) return '/'
  if (url.pathname.startsWith('//') || signInPages.test(url.pathname)) return '/'
  url.pathname = url.pathname.replace(/(?:\/_root|)\.data$/, '') || '/'
  url.searchParams.delete('_routes')
  // Shown once, on the sign-in page.
  url.searchParams.delete('errorCode')
  return url.pathname + url.search
}

const signInPages = /^\/(?:login|logout)(?:\/|\.data$|$)/
