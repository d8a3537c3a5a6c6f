/** Conditions of the states that sends of a kind of configuration can be filtered by (domain §5.1, §17). */
import type { ConfigurationStateFilter } from '../../contracts/site-shapes'
import type { Condition } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { connectedSql } from '../../link/presence'

/** Conditions on a row `state`; an index covers each of these. */
const sendConditions: Record<ConfigurationStateFilter, string> = {
  dirty: 'state.content_version <> state.applied_version',
  failed: `state.send_state = 'failed'`,
  waiting: `state.send_state = 'queued'`,
  running: `state.send_state IN ('queued', 'running')`,
  succeed: `state.send_state = 'succeed'`,
  notSet: `state.send_state = 'notSet'`,
}

/** Additional conditions; those on the link bind the moment of the oldest heartbeat that counts. */
const extraConditions: Partial<Record<ConfigurationStateFilter, { sql: string; needsLink?: true }>> = {
  waiting: { sql: `NOT ${connectedSql}`, needsLink: true },
  running: { sql: `(state.send_state = 'running' OR ${connectedSql})`, needsLink: true },
  succeed: { sql: 'state.content_version = state.applied_version' },
}

/** Up to this many rows are looked up by their state and then sorted. */
const maxListedRows = 5_000

interface StateFilter {
  kind: string
  customerId: string
  connectedAfter: number
}

/** Returns the condition on a row `state` and its `device`. */
export function stateCondition(
  name: ConfigurationStateFilter,
  { kind, customerId, connectedAfter }: StateFilter,
): Condition {
  const beside = extraConditions[name]
  return [
    `${ofKind} AND ${sendConditions[name]} AND ${beside?.sql ?? '1'}`,
    customerId,
    kind,
    ...(beside?.needsLink ? [connectedAfter] : []),
  ]
}

/** Whether few sends of a customer can be in the state. */
export function isRareState(store: Store, name: ConfigurationStateFilter, { kind, customerId }: StateFilter): boolean {
  const counted = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM
     (SELECT 1 FROM configuration_state AS state WHERE ${ofKind} AND ${sendConditions[name]} LIMIT ${maxListedRows + 1})`,
    customerId,
    kind,
  )
  return (counted?.n ?? 0) <= maxListedRows
}

const ofKind = 'state.customer_id = ? AND state.type = ?'
