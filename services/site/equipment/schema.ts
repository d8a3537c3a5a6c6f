/**
 * Tables of equipment and points (domain §4, §8.1). Other services read `equipment` and `point_mapping` too: a role of
 * a piece of equipment has one point, a point may serve several pieces.
 */
export const equipmentSchema = `
CREATE TABLE IF NOT EXISTS equipment (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  building_id TEXT NOT NULL,
  space_id TEXT NOT NULL REFERENCES space (id) ON DELETE CASCADE,
  parent_equipment_id TEXT REFERENCES equipment (id) ON DELETE SET NULL,
  -- Brick class
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  words TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  -- space ids, as a JSON list
  serves_space_ids TEXT NOT NULL DEFAULT '[]',
  properties TEXT NOT NULL DEFAULT '{}',
  -- 1 when each role that its fault rules need has a point (stored-readiness.ts)
  is_ready INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS equipment_by_space ON equipment (space_id, sort_name, id);
CREATE INDEX IF NOT EXISTS equipment_by_site ON equipment (site_id, sort_name, id);
CREATE INDEX IF NOT EXISTS equipment_by_customer_type ON equipment (customer_id, type, id);
CREATE INDEX IF NOT EXISTS equipment_by_building ON equipment (building_id, sort_name, id);
CREATE INDEX IF NOT EXISTS equipment_by_parent ON equipment (parent_equipment_id) WHERE parent_equipment_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS equipment_device (
  equipment_id TEXT NOT NULL REFERENCES equipment (id) ON DELETE CASCADE,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  PRIMARY KEY (equipment_id, device_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS equipment_device_by_device ON equipment_device (device_id, equipment_id);

-- the objects of every controller of a model, as a JSON list
CREATE TABLE IF NOT EXISTS model_objects (
  model TEXT PRIMARY KEY,
  -- names the link that listed them
  protocol TEXT NOT NULL,
  count INTEGER NOT NULL,
  objects TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS point (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  object_type TEXT NOT NULL,
  object_instance INTEGER NOT NULL,
  -- the object's name on the controller
  name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  words TEXT NOT NULL DEFAULT '',
  -- without what it belongs to
  own_words TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL,
  unit TEXT,
  precision INTEGER NOT NULL DEFAULT 1,
  min REAL,
  max REAL,
  -- texts of the states, a JSON list: from 1 for an enum, false then true for a boolean
  state_text TEXT,
  cov_increment REAL NOT NULL DEFAULT 0,
  is_writable INTEGER NOT NULL DEFAULT 0,
  -- as JSON; null for what is measured
  relinquish_default TEXT,
  -- what its link calls it where all controllers of a model have the same objects, as box.ZAT
  behaviour TEXT NOT NULL DEFAULT '',
  -- since when its controller does not list it any more; null while it does
  vanished_at INTEGER,
  -- where it is in the groups of its controller, as JSON; null in none
  grouping TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS point_by_object ON point (device_id, object_type, object_instance);
-- the few names that SQLite cannot compare without their accents; queries repeat the condition word for word
CREATE INDEX IF NOT EXISTS point_with_accents ON point (customer_id, display_name) WHERE display_name GLOB '*[^ -~]*';
-- in the order of lists, with what they are narrowed by: what does not match is not read
CREATE INDEX IF NOT EXISTS point_by_customer_name
  ON point (customer_id, name, id, display_name, device_id, kind, unit, is_writable);

CREATE TABLE IF NOT EXISTS point_mapping (
  equipment_id TEXT NOT NULL REFERENCES equipment (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  point_type_id TEXT NOT NULL,
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  mapped_at INTEGER NOT NULL,
  mapped_by_id TEXT,
  mapped_by_name TEXT,
  PRIMARY KEY (equipment_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS point_mapping_by_customer ON point_mapping (customer_id, equipment_id, role);
CREATE INDEX IF NOT EXISTS point_mapping_by_point ON point_mapping (point_id, equipment_id);
CREATE INDEX IF NOT EXISTS point_mapping_by_type ON point_mapping (point_type_id, point_id);
CREATE INDEX IF NOT EXISTS point_mapping_by_role ON point_mapping (role, point_id);

-- the occupied slots of the priority arrays
CREATE TABLE IF NOT EXISTS point_command (
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 16),
  -- as JSON
  value TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  -- null when nobody knows who
  by_id TEXT,
  by_name TEXT,
  at INTEGER NOT NULL,
  expires_at INTEGER,
  -- whether the controller reported it, and this installation did not write it
  is_seen INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (point_id, level)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS point_held ON point_command (customer_id, at, point_id, level) WHERE level < 16;
CREATE INDEX IF NOT EXISTS point_override ON point_command (customer_id, at, point_id, level) WHERE level IN (1, 8);
CREATE INDEX IF NOT EXISTS point_written ON point_command (customer_id, at, point_id) WHERE level = 16;
CREATE INDEX IF NOT EXISTS point_command_by_device ON point_command (device_id);

-- leases on live values; seq counts the changes reported so far
CREATE TABLE IF NOT EXISTS subscription (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  owner TEXT NOT NULL,
  lease_sec INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  seq INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS subscription_by_owner ON subscription (owner, expires_at);
CREATE INDEX IF NOT EXISTS subscription_by_expiry ON subscription (expires_at);

CREATE TABLE IF NOT EXISTS subscription_point (
  subscription_id TEXT NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  -- what was last reported, as JSON, and in which change
  reported TEXT NOT NULL,
  seq INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (subscription_id, point_id)
) STRICT, WITHOUT ROWID;
`
