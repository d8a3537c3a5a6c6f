/**
 * What the calls of a walk through a customer answered: kept for some minutes, for everybody with the same rights there,
 * since a backend that lists nothing for a fleet is asked some hundred times for one page (domain §17).
 */
import { LRUCache } from 'lru-cache'

/** Whose answers are kept together: who holds the same role in the same customer is answered the same. */
export interface Circle {
  tenantId: string
  customerId: string
  /** The role held there and why, and the language of the answers. */
  rights: string
}

export interface Kept<Value> {
  value: Value
  /** When it was asked for, epoch ms. */
  at: number
}

const keptForMs = 5 * 60_000

const kept = new LRUCache<string, Kept<unknown>>({
  max: 20_000,
  // Characters of JSON; what was read of them takes a few times as much.
  maxSize: 24 * 1024 * 1024,
  maxEntrySize: 1024 * 1024,
})
const reading = new Map<string, Kept<Promise<unknown>>>()

const prefixOf = ({ tenantId, customerId }: Pick<Circle, 'tenantId' | 'customerId'>) => `${tenantId} ${customerId} `

/**
 * The answer of one call: kept, being read for somebody else, or read now. `since`: what was asked for before that moment
 * is read again. `sizeOf` tells the characters of an answer.
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
      // What was refused to somebody else, or came too late for them, is requested again.
      return { at: Date.now(), value: await read() }
    }
  }
  const begun = { at: Date.now(), value: read() }
  reading.set(key, begun)
  try {
    const answer = { at: begun.at, value: await begun.value }
    // A change meanwhile may have touched it.
    if (reading.get(key) === begun) kept.set(key, answer, { size: Math.max(1, sizeOf(answer.value)) })
    return answer
  } finally {
    if (reading.get(key) === begun) reading.delete(key)
  }
}

/** After a change nothing of before it is shown: of its customer, of its tenant where it names none, else of all. */
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
