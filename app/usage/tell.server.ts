/**
 * Which pages are opened and which changes are carried out, for who develops the console (spec §1). Off unless
 * ANALYTICS_URL and ANALYTICS_KEY are set; nothing of it runs in a browser. What is told is the name of a page or of a
 * change as this program calls it, and a random word for as long as somebody is signed in: no name, no id of a person or
 * a thing, no value. Who asks not to be followed (DNT, GPC, their profile) is not counted at all.
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
  /** Strangers are not counted. */
  person: SignedInPerson | undefined
  /** The change that was carried out. */
  change: string | undefined
}

/** Tells what was used; a cookie to set where this is the first of a session. Never throws, and waits for no receiver. */
export async function tellUse({ person, ...answered }: Used): Promise<string | null> {
  const { headers } = answered
  const to = receiver()
  const what = to && whatOf(answered)
  if (!to || !what || !person || asksNotToBeFollowed(headers)) return null
  // Where nobody can say whether somebody refused, they have.
  if (await hasRefused(person).catch(() => true)) return null
  const known = analyticsIdIn(headers.cookie ?? '')
  const distinctId = known ?? randomUUID()
  to.capture({ distinctId, event: what.event, properties: { ...what.named, $process_person_profile: false } })
  return known ? null : analyticsSession(distinctId)
}

/** A change that was carried out, else the page that is shown; null where it is neither, or was only fetched ahead. */
function whatOf({ method, pathname, headers, status, contentType, change }: Omit<Used, 'person'>) {
  if (change) return { event: 'change', named: { change } }
  const isSeen = status === 200 && contentType.startsWith('text/html') && !headers['sec-purpose']
  const isPage = method === 'GET' && isSeen
  const page = isPage ? pageNameOf(pathname) : null
  return page && { event: 'page', named: { page } }
}

/** The last of it goes out before the process ends. */
export async function lastUseTold(): Promise<void> {
  await client?.shutdown(longestStop).catch(() => {})
}
