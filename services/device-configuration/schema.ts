/** Tables of the device configuration service (spec §3, domain §5). */
import { kindsSchema } from './kinds-schema'

const sendingSchema = `
CREATE TABLE IF NOT EXISTS configuration_state (
  device_id TEXT NOT NULL,
  type TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- raised by each save; 0 when nothing was ever saved
  content_version INTEGER NOT NULL DEFAULT 0,
  -- the content version the last send took along
  sent_version INTEGER NOT NULL DEFAULT 0,
  -- the content version the controller confirmed last
  applied_version INTEGER NOT NULL DEFAULT 0,
  send_state TEXT NOT NULL DEFAULT 'notSet',
  queued_at INTEGER,
  last_sent_time INTEGER,
  operation_id TEXT,
  attempt INTEGER NOT NULL DEFAULT 0,
  -- of graphics only
  file_name TEXT,
  file_size INTEGER,
  process_state TEXT,
  PRIMARY KEY (device_id, type)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS configuration_state_by_state ON configuration_state (customer_id, send_state, type);
CREATE INDEX IF NOT EXISTS configuration_state_unsent
  ON configuration_state (customer_id, type, content_version, applied_version) WHERE content_version <> applied_version;
-- of older stores
DROP INDEX IF EXISTS configuration_state_dirty;

CREATE TABLE IF NOT EXISTS network_setting (
  device_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- as saved
  saved TEXT NOT NULL,
  -- what the running or last send took along
  sent TEXT,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE IF NOT EXISTS send_log (
  id INTEGER PRIMARY KEY,
  device_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  level TEXT NOT NULL,
  code TEXT,
  message TEXT NOT NULL,
  step TEXT,
  attempt INTEGER,
  operation_id TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS send_log_by_device ON send_log (device_id, type, id);
`

export const schema = [sendingSchema, kindsSchema].join('\n')
