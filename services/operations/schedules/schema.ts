/** The tables of schedules. */

/** The listed columns of a host's schedules, from `device` and a document. */
const listedOf = (host: string, from = '') => `
  INSERT INTO listed_schedule (id, device_id, tenant_id, customer_id, position, device_name, device_sort_name, host_id,
    sync_state, sort_name, value_type, out_of_service, effective_start, effective_end)
  SELECT ${host}.device_id || '/' || json_extract(one.value, '$.key'), ${host}.device_id, device.tenant_id,
    device.customer_id, one.key, device.name, device.sort_name, device.host_id, ${host}.sync_state,
    lower(json_extract(one.value, '$.name')), json_extract(one.value, '$.valueType'),
    json_extract(one.value, '$.outOfService'), json_extract(one.value, '$.effectivePeriod.start'),
    json_extract(one.value, '$.effectivePeriod.end')
  FROM ${from} device CROSS JOIN json_each(${host}.schedules) AS one WHERE device.id = ${host}.device_id`

/** The filter columns of lists: in the index, so that rows that do not match are not read. */
const narrowing =
  'position, device_name, host_id, sync_state, value_type, out_of_service, effective_start, effective_end'

/** The schedules of the hosts: one document each (domain §3.1). A host without a row has an empty one. */
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

-- What a controller of another maker has, as it was read last.
CREATE TABLE IF NOT EXISTS controller_schedule (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  -- as JSON
  calendars TEXT NOT NULL,
  schedules TEXT NOT NULL,
  unreadable TEXT NOT NULL,
  states TEXT NOT NULL,
  -- of the last save, as JSON; empty when all of it was written
  deliveries TEXT NOT NULL,
  read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was sent to a controller of another maker since it was read last: it may have any part of it.
CREATE TABLE IF NOT EXISTS schedule_attempt (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  -- of the document
  version INTEGER NOT NULL,
  -- as JSON
  calendars TEXT NOT NULL,
  schedules TEXT NOT NULL,
  PRIMARY KEY (device_id, version)
) STRICT, WITHOUT ROWID;

-- A row a schedule, kept by the triggers: what fleets are listed by, without documents or controllers being read.
CREATE TABLE IF NOT EXISTS listed_schedule (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  -- of the controller
  device_name TEXT NOT NULL,
  device_sort_name TEXT NOT NULL,
  host_id TEXT NOT NULL,
  -- of its document
  sync_state TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  value_type TEXT NOT NULL,
  out_of_service INTEGER NOT NULL,
  effective_start TEXT,
  effective_end TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS listed_schedule_of_device ON listed_schedule (device_id, position);
CREATE INDEX IF NOT EXISTS listed_schedule_by_device
  ON listed_schedule (customer_id, device_sort_name, id, sort_name, tenant_id, ${narrowing});
CREATE INDEX IF NOT EXISTS listed_schedule_by_name
  ON listed_schedule (customer_id, sort_name, id, tenant_id, ${narrowing});
-- the same over several customers
CREATE INDEX IF NOT EXISTS listed_schedule_anywhere_by_device ON listed_schedule (device_sort_name, id, tenant_id, host_id);
CREATE INDEX IF NOT EXISTS listed_schedule_anywhere_by_name ON listed_schedule (sort_name, id, tenant_id, host_id);
-- the first of a document stands for it
CREATE INDEX IF NOT EXISTS listed_document
  ON listed_schedule (customer_id, device_sort_name, device_id, host_id) WHERE position = 0;
-- what an older store had in its place
DROP TRIGGER IF EXISTS host_schedule_added;
DROP TRIGGER IF EXISTS host_schedule_changed;
DROP TABLE IF EXISTS schedule_entry;
CREATE TRIGGER IF NOT EXISTS host_schedule_listed AFTER INSERT ON host_schedule BEGIN ${listedOf('NEW')};
END;
CREATE TRIGGER IF NOT EXISTS host_schedule_relisted AFTER UPDATE OF schedules ON host_schedule BEGIN
  DELETE FROM listed_schedule WHERE device_id = NEW.device_id; ${listedOf('NEW')};
END;
CREATE TRIGGER IF NOT EXISTS listed_schedule_synced AFTER UPDATE OF sync_state ON host_schedule
WHEN OLD.sync_state <> NEW.sync_state BEGIN
  UPDATE listed_schedule SET sync_state = NEW.sync_state WHERE device_id = NEW.device_id;
END;
CREATE TRIGGER IF NOT EXISTS listed_schedule_follows_device
AFTER UPDATE OF tenant_id, customer_id, name, sort_name, host_id ON device
WHEN OLD.tenant_id <> NEW.tenant_id OR OLD.customer_id <> NEW.customer_id OR OLD.name <> NEW.name
  OR OLD.sort_name <> NEW.sort_name OR OLD.host_id <> NEW.host_id
BEGIN
  UPDATE listed_schedule SET tenant_id = NEW.tenant_id, customer_id = NEW.customer_id, device_name = NEW.name,
    device_sort_name = NEW.sort_name, host_id = NEW.host_id
  WHERE device_id = NEW.id;
END;
-- a store that is older than its triggers
${listedOf('host', 'host_schedule AS host CROSS JOIN')} AND NOT EXISTS (SELECT 1 FROM listed_schedule);
`
