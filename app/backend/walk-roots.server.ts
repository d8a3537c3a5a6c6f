/**
 * What of a walk may be kept for others: answers about something that is known to be of the customer of the address. A
 * backend that does not look at the customer header answers about anything that the person who asks may see anywhere.
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { comparableId } from '#contracts/uuid'
import { customerOf, type Ids } from './own-customer.server'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'

type Read = <E extends ReadEndpoint>(endpoint: E, input: Input<E>) => Promise<ReplyOf<E>>

export interface WalkRoots {
  /** Whether every id that a call names is of the customer; false for a call that names none. */
  areOwn(endpoint: ReadEndpoint, input: object): Promise<boolean>
  /** Adds what an answer about something of the customer lists. */
  add(reply: unknown): void
}

/** Ids that a page has met below its customer; a walk that begins elsewhere reads once whose that is. */
export function walkRoots(customerId: string, read: Read): WalkRoots {
  const customer = comparableId(customerId)
  const own = new Set([customer])

  async function isOwn(endpoint: ReadEndpoint, id: string): Promise<boolean> {
    if (own.has(comparableId(id))) return true
    const kind = kindIn(endpoint)
    if (!kind) return false
    const owner = await customerOf(read, { [kind]: id }).catch((error: unknown) => {
      if (error instanceof ServiceError) return undefined
      throw error
    })
    if (!owner || comparableId(owner) !== customer) return false
    own.add(comparableId(id))
    return true
  }

  return {
    async areOwn(endpoint, input) {
      const ids = idsIn(input)
      for (const id of ids) if (!(await isOwn(endpoint, id))) return false
      return ids.length > 0
    },
    add(reply) {
      for (const row of rowsOf(reply)) {
        if (typeof row.customerId === 'string' && comparableId(row.customerId) !== customer) continue
        for (const id of [row.id, row.hostId]) if (typeof id === 'string') own.add(comparableId(id))
      }
    },
  }
}

const kinds: Ids = {
  sitegroups: 'groupId',
  sites: 'siteId',
  buildings: 'buildingId',
  spaces: 'spaceId',
  devices: 'deviceId',
  equipment: 'equipmentId',
}

/** What the id in a call's path is an id of, by the name that addresses have for it. */
function kindIn({ service, path }: ReadEndpoint): string | undefined {
  const [, collection = ''] = service === 'site' ? (/^\/?(\w+)\/\{id\}/.exec(path) ?? []) : []
  return kinds[collection]
}

const placeWords = /^(?:id|hostId|customerId|(?:siteGroup|group|site|building|space|device|equipment)Ids?)$/

function idsIn(input: object): string[] {
  const { path = {}, query = {}, body = {} } = input as Record<string, object | undefined>
  const narrowed = [...Object.entries(query), ...Object.entries(body)].filter(([name]) => placeWords.test(name))
  return [...Object.values(path), ...narrowed.flatMap(([, value]) => value)].filter((id) => typeof id === 'string')
}

function rowsOf(reply: unknown): Record<string, unknown>[] {
  const { data = reply } = (reply ?? {}) as { data?: unknown }
  return [data].flat().filter((row) => row !== null && typeof row === 'object') as Record<string, unknown>[]
}
