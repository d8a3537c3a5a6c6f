/**
 * Decides which replies of a walk may be cached for others: only those about things that belong to the customer of
 * the address. A backend that ignores the customer header returns anything that the person may see anywhere.
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import { comparableId } from '#contracts/uuid'
import { owningCustomerId, type PathIds } from './own-customer.server'
import { ServiceError } from './service-error'
import type { Input } from './transport.server'

type Read = <E extends ReadEndpoint>(endpoint: E, input: Input<E>) => Promise<ReplyOf<E>>

export interface WalkRoots {
  /** Returns whether every id in a call belongs to the customer; false for a call without ids. */
  areOwn(endpoint: ReadEndpoint, input: object): Promise<boolean>
  /** Adds the ids in a reply about something of the customer. */
  add(reply: unknown): void
}

/**
 * Collects the ids below the customer that a page has read; for a walk that starts elsewhere the owner is read once.
 */
export function walkRoots(customerId: string, read: Read): WalkRoots {
  const customer = comparableId(customerId)
  const own = new Set([customer])

  async function isOwn(endpoint: ReadEndpoint, id: string): Promise<boolean> {
    if (own.has(comparableId(id))) return true
    const kind = kindIn(endpoint)
    if (!kind) return false
    const owner = await owningCustomerId(read, { [kind]: id }).catch((error: unknown) => {
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

const kinds: PathIds = {
  sitegroups: 'groupId',
  sites: 'siteId',
  buildings: 'buildingId',
  spaces: 'spaceId',
  devices: 'deviceId',
  equipment: 'equipmentId',
}

/** Returns the kind of the id in a call's path, by its name in addresses. */
function kindIn({ service, path }: ReadEndpoint): string | undefined {
  const [, collection = ''] = service === 'site' ? (/^\/?(\w+)\/\{id\}/.exec(path) ?? []) : []
  return kinds[collection]
}

const idParameters = /^(?:id|hostId|customerId|(?:siteGroup|group|site|building|space|device|equipment)Ids?)$/

function idsIn(input: object): string[] {
  const { path = {}, query = {}, body = {} } = input as Record<string, object | undefined>
  const narrowed = [...Object.entries(query), ...Object.entries(body)].filter(([name]) => idParameters.test(name))
  return [...Object.values(path), ...narrowed.flatMap(([, value]) => value)].filter((id) => typeof id === 'string')
}

function rowsOf(reply: unknown): Record<string, unknown>[] {
  const { data = reply } = (reply ?? {}) as { data?: unknown }
  return [data].flat().filter((row) => row !== null && typeof row === 'object') as Record<string, unknown>[]
}
