/**
 * Reports opened pages and carried-out changes to the developers of the console (spec §1). Off unless ANALYTICS_URL
 * and ANALYTICS_KEY are set; no part of it runs in a browser. An event has the name of a page or of a change as in
 * this code, and a random id per sign-in: no name, no id of a person or a thing, no value. People who opted out (DNT,
 * GPC, their profile) are not counted at all.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { PostHog } from 'posthog-node'
import { config } from '~/config.server'
import { log } from '~/door/log.server'
import { analyticsIdIn, analyticsSession } from '~/session/cookies.server'
import type { SignedInPerson } from '~/session/identity.server'
import { pageNameOf } from './page-names'
import { asksNotToBeFollowed, hasRefused } from './refusal.server'

/** Time limit of one request, and of the last one when the process stops, ms. */
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

/** No location, no feature flags, one retry, a short time limit. */
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
  /** Undefined without a signed-in person, who is not counted. */
  person: SignedInPerson | undefined
  /** The change that was carried out. */
  change: string | undefined
}

/**
 * Reports an event; returns the cookie to set for the first one of a session. Never throws, and does not wait for the
 * service.
 */
export async function tellUse({ person, ...answered }: Used): Promise<string | null> {
  const { headers } = answered
  const to = receiver()
  const what = to && whatOf(answered)
  if (!to || !what || !person || asksNotToBeFollowed(headers)) return null
  // Without a reply of the store, the person counts as opted out.
  if (await hasRefused(person).catch(() => true)) return null
  const known = analyticsIdIn(headers.cookie ?? '')
  const distinctId = known ?? randomUUID()
  to.capture({ distinctId, event: what.event, properties: { ...what.named, $process_person_profile: false } })
  return known ? null : analyticsSession(distinctId)
}

/** Returns the carried-out change, else the shown page; null for anything else, and for a prefetch. */
function whatOf({ method, pathname, headers, status, contentType, change }: Omit<Used, 'person'>) {
  if (change) return { event: 'change', named: { change } }
  const isSeen = status === 200 && contentType.startsWith('text/html') && !headers['sec-purpose']
  const isPage = method === 'GET' && isSeen
  const page = isPage ? pageNameOf(pathname) : null
  return page && { event: 'page', named: { page } }
}

/** Sends the remaining events before the process ends. */
export async function lastUseTold(): Promise<void> {
  await client?.shutdown(longestStop).catch(() => {})
}
