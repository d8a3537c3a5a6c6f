/** What the Firefox that is supported for long does not know yet of what Playwright asks of every window it opens. */
import type { Browser } from '@playwright/test'

/** A theme is not emulated there: pages are seen in the light one. */
const unknown = 'emulation.setMediaFeaturesOverride'

interface Session {
  send(method: string, params: unknown): Promise<unknown>
}

/** Takes that one refusal for an answer. Reaches into the pinned Playwright, which has no setting for it. */
export function forgiving(browser: Browser): Browser {
  const { _connection: connection } = browser as unknown as {
    _connection: { toImpl(browser: Browser): { _browserSession: Session } }
  }
  const sessions: Session = Object.getPrototypeOf(connection.toImpl(browser)._browserSession)
  const send = sessions.send
  sessions.send = async function (method, params) {
    try {
      return await send.call(this, method, params)
    } catch (error) {
      if (method === unknown && /unknown command/.test(String(error))) return {}
      throw error
    }
  }
  return browser
}
