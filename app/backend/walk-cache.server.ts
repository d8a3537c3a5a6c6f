/**
 * Caches the replies of a walk through a customer for a few minutes, shared by all people with the same rights there:
 * a backend without lists for a fleet needs hundreds of calls for one page (domain §17).
 */
import { LRUCache } from 'lru-cache'

/** Who shares cached replies: people with the same role in the same customer receive the same ones. */
export interface WalkScope {
  tenantId: string
  customerId: string
  /** The role and its reason, and the language of the replies. */
  rights: string
}

export interface CachedWalk<Value> {
  value: Value
  /** Epoch ms of the request. */
  requestedAt: number
}

const maxAgeMs = 5 * 60_000

const cache = new LRUCache<string, CachedWalk<unknown>>({
  max: 20_000,
  // Characters of JSON; the parsed value uses several times as much memory.
  maxSize: 24 * 1024 * 1024,
  maxEntrySize: 1024 * 1024,
})
const pending = new Map<string, CachedWalk<Promise<unknown>>>()

const prefixOf = ({ tenantId, customerId }: Pick<WalkScope, 'tenantId' | 'customerId'>) => `${tenantId} ${customerId} `

/**
 * Returns the reply of one call: from the cache, from a pending read, or from a new one. Replies requested before
 * `since` (epoch ms) are read again. `sizeOf` returns the characters of a reply.
 */
export async function cachedWalk<Value>(
  scope: WalkScope,
  { call, since, read, sizeOf }: { call: string; since: number; read(): Promise<Value>; sizeOf(value: Value): number },
): Promise<CachedWalk<Value>> {
  const key = `${prefixOf(scope)}${scope.rights} ${call}`
  const oldest = Math.max(since, Date.now() - maxAgeMs)
  const cached = cache.get(key)
  if (cached && cached.requestedAt >= oldest) return cached as CachedWalk<Value>
  const joined = pending.get(key)
  if (joined && joined.requestedAt >= oldest) {
    try {
      return { value: (await joined.value) as Value, requestedAt: joined.requestedAt }
    } catch {
      // It was refused to another person, or too late for them: read again.
      return { requestedAt: Date.now(), value: await read() }
    }
  }
  const started = { requestedAt: Date.now(), value: read() }
  pending.set(key, started)
  try {
    const answer = { requestedAt: started.requestedAt, value: await started.value }
    // Only when no change has invalidated it meanwhile.
    if (pending.get(key) === started) cache.set(key, answer, { size: Math.max(1, sizeOf(answer.value)) })
    return answer
  } finally {
    if (pending.get(key) === started) pending.delete(key)
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
  for (const keys of [cache.keys(), pending.keys()])
    for (const key of [...keys]) {
      if (!key.startsWith(prefix)) continue
      cache.delete(key)
      pending.delete(key)
    }
}
