/** Table of the agents of sites. */
import type { Store } from '../../kit/store'

export const siteAgentSchema = `
CREATE TABLE IF NOT EXISTS site_agent (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES site (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- SHA-256 of the secret of its key, in base64url; null while it has none
  key_hash TEXT,
  key_issued_at INTEGER,
  -- what it stated when it connected last, and what its link can do, as JSON
  program_version TEXT,
  can TEXT NOT NULL DEFAULT '[]',
  last_contact_at INTEGER,
  -- the last message that is confirmed, and the last event that is stored, in which outbox
  outbox_id TEXT,
  last_number INTEGER NOT NULL DEFAULT 0,
  event_number INTEGER NOT NULL DEFAULT 0,
  -- how many wait there, and since when
  backlog INTEGER,
  backlog_since INTEGER,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS site_agent_by_site ON site_agent (site_id, name, id);
`

/** Adds the column of the agent that reaches a network to a store that was created without it. */
export function addAgentColumn(store: Store): void {
  const exists = store.get(`SELECT 1 FROM pragma_table_info('controller_network') WHERE name = 'agent_id'`)
  if (!exists) store.exec('ALTER TABLE controller_network ADD COLUMN agent_id TEXT')
}
