/**
 * The messages between a site agent and the services, over one WebSocket: those of a link, and what keeps its samples and
 * events in order over breaks of the line.
 */
import { z } from 'zod'
import type { FromLink, LinkEventMessage, ToLink } from './messages'

/** Where agents connect. */
export const agentPath = '/agents/link'

/** An agent is heard this often, and counts as gone when it is not for longer. */
export const heartbeatMs = 10_000
export const goneMs = 25_000

/** Why the services end a connection. */
export const closeCodes = { revoked: 4401, taken: 4409 } as const

export type FromAgent =
  | { hello: AgentHello }
  /** A message of the outbox, sent again until it is stored. */
  | ({ number: number } & LinkEventMessage)
  /** How many messages wait in the outbox, and since when the oldest does, ms. */
  | { backlog: number; since: number | null }
  /** Everything in the outbox has been stored. */
  | { drained: true }
  | FromLink

export type ToAgent =
  /** The last message of this outbox that is stored. */
  { welcome: { last: number } } | { stored: number } | ToLink

/** The first message of an agent. */
export const AgentHello = z.object({
  version: z.string().max(80),
  /** Names the outbox: an agent that lost its data begins a new one. */
  outbox: z.string().max(80),
})
export type AgentHello = z.infer<typeof AgentHello>

export const AgentBacklog = z.object({ backlog: z.number().int().min(0), since: z.number().nullable() })

/** Returns the two parts of a key: the id of the agent, and the secret; undefined for anything else. */
export function partsOfKey(key: string): { agentId: string; secret: string } | undefined {
  const [, agentId, secret] = /^([\w-]{1,64})\.([\w-]{43})$/.exec(key.slice(0, 200)) ?? []
  return agentId && secret ? { agentId, secret } : undefined
}
