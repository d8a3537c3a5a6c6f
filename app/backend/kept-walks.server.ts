/**
 * Caches the replies of a walk through a customer for a few minutes, shared by all people with the same rights there:
 * a backend without lists for a fleet needs hundreds of calls for one page (domain §17).
 */
import { LRUCache } from 'lru-cache'

/** Who shares cached replies: people with the same role in the same customer receive the same ones. */
export interface Circle {
  tenantId: string
  customerId: string
  /** The role and its reason, and the language of the replies. */
  rights: string
}

export interface Kept<Value> {
  value: Value
  /** Epoch ms of the request. */
  at: number
}

const keptForMs = 5 * 60_000

const kept = new LRUCache<string, Kept<unknown>>({
  max: 20_000,
  // Characters of JSON; the parsed value uses several times as much memory.
  maxSize: 24 * 1024 * 1024,
  maxEntrySize: 1024 * 1024,
})
const reading = new Map<string, Kept<Promise<unknown>>>()

const prefixOf = ({ tenantId, customerId }: Pick<Circle, 'tenantId' | 'customerId'>) => `${tenantId} ${customerId} `

/**
 * Returns the reply of one call: from the cache, from a pending read, or from a new one. Replies requested before
 * `since` (epoch ms) are read again. `sizeOf` returns the characters of a reply.
 */
export async function keptWalk<Value>(
  circle: Circle,
  { call, since, read, sizeOf }: { call: string; since: number; read(): Promise<Value>; sizeOf(value: Value): number },
): Promise<Kept<Value>> {
  const key = `${prefixOf(circle)}${circle.rights} ${call}`
  const oldest = Math.max(since, Date.now() - keptForMs)
  const known = kept.get(key)
  if (known && known.at >= oldest) return known as Kept<Value>
  const under = reading.get(key)
  if (under && under.at >= oldest) {
    try {
      return { value: (await under.value) as Value, at: under.at }
    } catch {
      // It was refused to another person, or too late for them: read again.
      return { at: Date.now(), value: await read() }
    }
  }
  const begun = { at: Date.now(), value: read() }
  reading.set(key, begun)
  try {
    const answer = { at: begun.at, value: await begun.value }
    // Only when no change has invalidated it meanwhile.
    if (reading.get(key) === begun) kept.set(key, answer, { size: Math.max(1, sizeOf(answer.value)) })
    return answer
  } finally {
    if (reading.get(key) === begun) reading.delete(key)
  }
}

/** Drops cached replies after a change: those of its customer, else of its tenant, else all. */
export function forgetWalks({
  tenantId,
  customerId,
}: {
  tenantId?: string | undefined
  customerId?: string | undefined
}) {
  const prefix =
    tenantId === undefined ? '' : customerId === undefined ? `${tenantId} ` : prefixOf({ tenantId, customerId })
  for (const keys of [kept.keys(), reading.keys()])
    for (const key of [...keys]) {
      if (!key.startsWith(prefix)) continue
      kept.delete(key)
      reading.delete(key)
    }
}
