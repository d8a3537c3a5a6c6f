/**
 * What a link of an earlier version does not know. The first message of a link lists the requests that it knows; one that
 * lists none is of an earlier version, and is tried once with what replaced `info` and `clock`.
 */
import type { EarlierRequest, LinkRequest } from './messages'
import { LinkError } from './port'

/** The requests that the link at the other end of the present connection knows. */
export interface KnownRequests {
  /** Whether the link listed them. */
  isListed(): boolean
  /** Replaces what is known at the first message of a connection; `listed` is whatever another program wrote. */
  begin(listed: unknown): void
  has(request: LinkRequest | EarlierRequest): boolean
  /** Removes one that the link refused to know. */
  remove(request: LinkRequest): void
}

export function createKnownRequests(): KnownRequests {
  let known: ReadonlySet<unknown> | null = null
  const unknown = new Set<string>()
  return {
    isListed: () => known !== null,
    begin(listed) {
      known = Array.isArray(listed) ? new Set<unknown>(listed) : null
      unknown.clear()
    },
    has: (request) => !unknown.has(request) && (known === null || known.has(request)),
    remove: (request) => void unknown.add(request),
  }
}

/** Most requests about single controllers to a link of an earlier version at the same time, and how long for all. */
const maxAtOnce = 50
const allMs = 10_000

/**
 * Returns the answers about controllers from a link that knows one request for each only, by their ids. What has not arrived
 * in time is left out, as what a controller does not answer is.
 */
export async function answersOfEach<Answer>(
  deviceIds: readonly string[],
  read: (deviceId: string) => Promise<Answer | null>,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const waiting = deviceIds.values()
  let isOver = false
  const readNext = async () => {
    for (const deviceId of waiting) {
      if (isOver) return
      try {
        const answer = await read(deviceId)
        if (answer !== null && !isOver) answers.set(deviceId, answer)
      } catch (error) {
        if (!(error instanceof LinkError)) throw error
        if (error.refusal === 'unsupported') return
      }
    }
  }
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, allMs)
  })
  const readers = Array.from({ length: Math.min(maxAtOnce, deviceIds.length) }, readNext)
  try {
    await Promise.race([Promise.all(readers), end])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
  return answers
}
