/** What the hosts run by the clock: one document each (domain §3.1). A host without a row has an empty one. */
export const scheduleSchema = `
CREATE TABLE IF NOT EXISTS host_schedule (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- as JSON
  calendars TEXT NOT NULL,
  schedules TEXT NOT NULL,
  version INTEGER NOT NULL,
  sync_state TEXT NOT NULL,
  last_synced_at INTEGER,
  updated_at INTEGER NOT NULL,
  updated_by_id TEXT,
  updated_by_name TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS host_schedule_by_customer ON host_schedule (customer_id, sync_state);
`
