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
import { analyticsCookie, analyticsIdIn } from '~/session/cookies.server'
import type { SignedInPerson } from '~/session/identity.server'
import { hasDoNotTrack, hasOptedOut } from './opt-out.server'
import { pageNameOf } from './page-names'

/** Time limit of one request, and of the last one when the process stops, ms. */
const sendTimeoutMs = 5_000
const stopTimeoutMs = 2_000

let client: PostHog | null | undefined

function analyticsClient(): PostHog | null {
  if (client !== undefined) return client
  const { analytics } = config()
  client = analytics && new PostHog(analytics.key, { host: analytics.url, ...clientOptions })
  client?.on('error', (error: unknown) => log().debug({ err: error }, 'usage could not be reported'))
  return client
}

/** No location, no feature flags, one retry, a short time limit. */
const clientOptions = {
  disableGeoip: true,
  preloadFeatureFlags: false,
  sendFeatureFlagEvent: false,
  flushAt: 20,
  flushInterval: 5_000,
  requestTimeout: sendTimeoutMs,
  fetchRetryCount: 1,
} as const

export interface UsageEvent {
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
export async function reportUsage({ person, ...request }: UsageEvent): Promise<string | null> {
  const { headers } = request
  const target = analyticsClient()
  const event = target && eventOf(request)
  if (!target || !event || !person || hasDoNotTrack(headers)) return null
  // Without a reply of the store, the person counts as opted out.
  if (await hasOptedOut(person).catch(() => true)) return null
  const knownId = analyticsIdIn(headers.cookie ?? '')
  const distinctId = knownId ?? randomUUID()
  target.capture({ distinctId, event: event.event, properties: { ...event.named, $process_person_profile: false } })
  return knownId ? null : analyticsCookie(distinctId)
}

/** Returns the carried-out change, else the shown page; null for anything else, and for a prefetch. */
function eventOf({ method, pathname, headers, status, contentType, change }: Omit<UsageEvent, 'person'>) {
  if (change) return { event: 'change', named: { change } }
  const isHtmlPage = status === 200 && contentType.startsWith('text/html') && !headers['sec-purpose']
  const isPage = method === 'GET' && isHtmlPage
  const page = isPage ? pageNameOf(pathname) : null
  return page && { event: 'page', named: { page } }
}

/** Sends the remaining events before the process ends. */
export async function flushUsage(): Promise<void> {
  await client?.shutdown(stopTimeoutMs).catch(() => {})
}
