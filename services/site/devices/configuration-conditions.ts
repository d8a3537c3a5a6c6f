/** Conditions of the states that sends of a kind of configuration can be filtered by (domain §5.1, §17). */
import type { ConfigurationStateFilter } from '../../contracts/site-shapes'
import { connectedSql } from '../../fleet/heartbeat'
import type { Condition } from '../../kit/search-words'
import type { Store } from '../../kit/store'

/** Conditions on a row `state`; an index covers each of these. */
const sendings: Record<ConfigurationStateFilter, string> = {
  dirty: 'state.content_version <> state.applied_version',
  failed: `state.send_state = 'failed'`,
  waiting: `state.send_state = 'queued'`,
  running: `state.send_state IN ('queued', 'running')`,
  succeed: `state.send_state = 'succeed'`,
  notSet: `state.send_state = 'notSet'`,
}

/** Additional conditions; those on the link bind the moment of the oldest heartbeat that counts. */
const besides: Partial<Record<ConfigurationStateFilter, { sql: string; asksForLink?: true }>> = {
  waiting: { sql: `NOT ${connectedSql}`, asksForLink: true },
  running: { sql: `(state.send_state = 'running' OR ${connectedSql})`, asksForLink: true },
  succeed: { sql: 'state.content_version = state.applied_version' },
}

/** Up to this many rows are looked up by their state and then sorted. */
const fewRows = 5_000

interface Asked {
  kind: string
  customerId: string
  connectedAfter: number
}

/** Returns the condition on a row `state` and its `device`. */
export function inState(name: ConfigurationStateFilter, { kind, customerId, connectedAfter }: Asked): Condition {
  const beside = besides[name]
  return [
    `${ofKind} AND ${sendings[name]} AND ${beside?.sql ?? '1'}`,
    customerId,
    kind,
    ...(beside?.asksForLink ? [connectedAfter] : []),
  ]
}

/** Whether few sends of a customer can be in the state. */
export function areFew(store: Store, name: ConfigurationStateFilter, { kind, customerId }: Asked): boolean {
  const found = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM
     (SELECT 1 FROM configuration_state AS state WHERE ${ofKind} AND ${sendings[name]} LIMIT ${fewRows + 1})`,
    customerId,
    kind,
  )
  return (found?.n ?? 0) <= fewRows
}

const ofKind = 'state.customer_id = ? AND state.type = ?'
