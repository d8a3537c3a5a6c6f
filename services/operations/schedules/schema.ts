/** The tables of schedules. */
const entriesOf = (host: string, from = '') => `
  SELECT ${host}.device_id || '/' || json_extract(one.value, '$.key'), ${host}.device_id, ${host}.customer_id, one.key,
    lower(json_extract(one.value, '$.name')), json_extract(one.value, '$.valueType'),
    json_extract(one.value, '$.outOfService'), json_extract(one.value, '$.effectivePeriod.start'),
    json_extract(one.value, '$.effectivePeriod.end')
  FROM ${from} json_each(${host}.schedules) AS one`

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

-- A row a schedule, kept by the two triggers: what fleets are listed by, without their documents being read.
CREATE TABLE IF NOT EXISTS schedule_entry (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  sort_name TEXT NOT NULL,
  value_type TEXT NOT NULL,
  out_of_service INTEGER NOT NULL,
  effective_start TEXT,
  effective_end TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS schedule_entry_by_device ON schedule_entry (device_id, position);
CREATE INDEX IF NOT EXISTS schedule_entry_by_name ON schedule_entry (customer_id, sort_name, id);
CREATE TRIGGER IF NOT EXISTS host_schedule_added AFTER INSERT ON host_schedule BEGIN
  INSERT INTO schedule_entry ${entriesOf('NEW')};
END;
CREATE TRIGGER IF NOT EXISTS host_schedule_changed AFTER UPDATE OF schedules ON host_schedule BEGIN
  DELETE FROM schedule_entry WHERE device_id = NEW.device_id;
  INSERT INTO schedule_entry ${entriesOf('NEW')};
END;
-- a store that is older than its triggers
INSERT INTO schedule_entry ${entriesOf('host', 'host_schedule AS host,')}
  WHERE NOT EXISTS (SELECT 1 FROM schedule_entry);
`
