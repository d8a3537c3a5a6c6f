/** Best-effort writes during a read of a page: a slow or stuck disk never delays the page. */
import { log } from '~/door/log.server'
import { StoreUnavailable } from './store-unavailable'

/** How long a page waits for such a write, ms; it normally ends in one or two, so that the next page can rely on it. */
const maxWaitMs = 500

/** For each write in progress, the end of the wait for it. */
const inProgress = new Map<string, Promise<void>>()

/**
 * Starts a write and returns when it has ended, or after half a second without it. At most one write per key runs at a
 * time: while one is in progress, another is dropped and waits for the first within its half second. While the store is
 * not writable, nothing is written.
 */
export async function bestEffortWrite(key: string, write: () => Promise<unknown>): Promise<void> {
  const before = inProgress.get(key)
  if (before) return before
  let timer: NodeJS.Timeout | undefined
  const ended = write()
    .then(
      () => {},
      (error: unknown) => {
        if (!(error instanceof StoreUnavailable)) log().error({ err: error, key: key.split(' ')[0] }, 'not stored')
      },
    )
    .finally(() => {
      inProgress.delete(key)
      clearTimeout(timer)
    })
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs)
  })
  const waited = Promise.race([ended, tooLong])
  inProgress.set(key, waited)
  return waited
}
