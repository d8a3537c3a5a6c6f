/** Writes beside the reading of a page, which a page can do without: no disk that stands still holds it up. */
import { log } from '~/door/log.server'
import { StoreUnavailable } from './store-unavailable'

/** How long a page waits for such a write, ms: it is normally done in one or two, and the next page can rely on it. */
const maxWaitMs = 500

const underWay = new Set<string>()

/**
 * Starts a write and returns when it has ended, or after half a second without it. One write at a time for each key:
 * while one is under way another is left out, and nobody waits. Where the store cannot be written, nothing is kept.
 */
export async function passingWrite(key: string, write: () => Promise<unknown>): Promise<void> {
  if (underWay.has(key)) return
  underWay.add(key)
  const ended = write()
    .catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) log().error({ err: error, key: key.split(' ')[0] }, 'not kept')
    })
    .finally(() => underWay.delete(key))
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs)
  })
  await Promise.race([ended, tooLong])
  clearTimeout(timer)
}
