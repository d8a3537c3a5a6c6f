/** Writes beside the reading of a page, which a page can do without: no disk that stands still holds it up. */
import { log } from '~/door/log.server'
import { StoreUnavailable } from './store-unavailable'

/** How long a page waits for such a write, ms: it is normally done in one or two, and the next page can rely on it. */
const maxWaitMs = 500

/** For each write under way, the end of the wait for it. */
const underWay = new Map<string, Promise<void>>()

/**
 * Starts a write and returns when it has ended, or after half a second without it. One write at a time for each key: while
 * one is under way another is left out, and waits for that one no longer than its half second. Where the store cannot be
 * written, nothing is kept.
 */
export async function passingWrite(key: string, write: () => Promise<unknown>): Promise<void> {
  const before = underWay.get(key)
  if (before) return before
  let timer: NodeJS.Timeout | undefined
  const ended = write()
    .then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof StoreUnavailable)) log().error({ err: error, key: key.split(' ')[0] }, 'not kept')
      },
    )
    .finally(() => {
      underWay.delete(key)
      clearTimeout(timer)
    })
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs)
  })
  const waited = Promise.race([ended, tooLong])
  underWay.set(key, waited)
  return waited
}
