/**
 * Which pages are opened and which changes are carried out, for who develops the console (spec §1). Off unless
 * ANALYTICS_URL and ANALYTICS_KEY are set; nothing of it runs in a browser. What is told is the name of a page or of a
 * change as this program calls it, and a random word for as long as somebody is signed in: no name, no id of a person or
 * a thing, no value. Who asks not to be followed (DNT, GPC, their profile) is not counted at all.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PostHog } from 'posthog-node'
import { analyticsIdIn, analyticsSession } from '~/session/cookies.server'
import { config } from './config.server'
import { log } from './door/log.server'
import { pageNameOf } from './page-names'
import { isCounted } from './ui/usage.server'

/** So long one sending may take, ms, and so long a stop waits for the last one. */
const longestSending = 5_000
const longestStop = 2_000

let client: PostHog | null | undefined

function receiver(): PostHog | null {
  if (client !== undefined) return client
  const { analytics } = config()
  client = analytics && new PostHog(analytics.key, { host: analytics.url, ...quiet })
  client?.on('error', (error: unknown) => log().debug({ err: error }, 'what is used was not told'))
  return client
}

/** It asks for nothing, keeps nothing, tells no place, and gives up soon. */
const quiet = {
  disableGeoip: true,
  preloadFeatureFlags: false,
  sendFeatureFlagEvent: false,
  flushAt: 20,
  flushInterval: 5_000,
  requestTimeout: longestSending,
  fetchRetryCount: 1,
} as const

export interface Used {
  method: string
  pathname: string
  headers: IncomingHttpHeaders
  status: number
  contentType: string
  /** Whether it is known who asks: strangers are not counted. */
  isSignedIn: boolean
  /** The change that was carried out. */
  change: string | undefined
}

/** Tells what was used; a cookie to set where this is the first of a session. Never throws, never waited for. */
export function tellUse({ method, pathname, headers, status, contentType, isSignedIn, change }: Used): string | null {
  const to = isSignedIn && isCounted(headers) ? receiver() : null
  const isPage = method === 'GET' && status === 200 && contentType.startsWith('text/html') && !headers['sec-purpose']
  const page = isPage ? pageNameOf(pathname) : null
  if (!to || (!page && !change)) return null
  const known = analyticsIdIn(String(headers.cookie ?? ''))
  const distinctId = known ?? randomUUID()
  const event = change ? { event: 'change', properties: { change } } : { event: 'page', properties: { page } }
  to.capture({ distinctId, event: event.event, properties: { ...event.properties, $process_person_profile: false } })
  return known ? null : analyticsSession(distinctId)
}

/** The last of it goes out before the process ends. */
export async function analyticsDone(): Promise<void> {
  await client?.shutdown(longestStop).catch(() => {})
}
