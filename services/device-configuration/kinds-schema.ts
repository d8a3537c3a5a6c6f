/**
 * Tables of time, BACnet, the admin user and graphics (domain §5.6–§5.9). A controller without a row has the defaults
 * of its model.
 */
export const kindsSchema = `
CREATE TABLE IF NOT EXISTS time_setting (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  -- as saved, as the last send took along, as the controller runs
  saved TEXT NOT NULL,
  sent TEXT,
  running TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  -- what its clock was off when it was last set by hand, and when that was
  clock_offset_ms INTEGER NOT NULL DEFAULT 0,
  clock_set_at INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS bacnet_setting (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL,
  -- as saved
  device_instance INTEGER NOT NULL,
  controller_name TEXT NOT NULL,
  bbmd INTEGER NOT NULL DEFAULT 0,
  saved TEXT NOT NULL,
  sent TEXT,
  running TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS bacnet_setting_by_instance ON bacnet_setting (customer_id, device_instance);

CREATE TABLE IF NOT EXISTS configuration_change (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (device_id, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS admin_user (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  -- encrypted until the controller has it
  secret TEXT,
  password_set_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE IF NOT EXISTS password_history (
  id INTEGER PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  salt TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS password_history_by_device ON password_history (device_id, id);

CREATE TABLE IF NOT EXISTS gfx_file (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  project_name TEXT,
  project_version TEXT,
  uploaded_at INTEGER NOT NULL,
  uploaded_by TEXT NOT NULL,
  -- why its build fails, as JSON; null when it does not
  flaw TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS gfx_file_by_content ON gfx_file (sha256);

-- the file that was sent last
CREATE TABLE IF NOT EXISTS sent_graphics (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS sent_graphics_by_content ON sent_graphics (sha256);
`
