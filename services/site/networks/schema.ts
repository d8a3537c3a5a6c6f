/** Tables of the networks of a site, of the controllers on them, and of what the last search found. */
export const controllerNetworkSchema = `
CREATE TABLE IF NOT EXISTS controller_network (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES site (id) ON DELETE CASCADE,
  -- names the link that reaches its controllers
  protocol TEXT NOT NULL,
  name TEXT NOT NULL,
  -- the interface of this installation
  address TEXT NOT NULL,
  port INTEGER NOT NULL,
  -- addresses with their ports, as a JSON list
  broadcast_to TEXT NOT NULL,
  -- address, port and lifetime, as JSON; null without one
  bbmd TEXT,
  lowest_instance INTEGER NOT NULL,
  highest_instance INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS controller_network_by_site ON controller_network (site_id, name, id);

CREATE TABLE IF NOT EXISTS networked_device (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  network_id TEXT NOT NULL REFERENCES controller_network (id),
  instance INTEGER NOT NULL,
  -- as the controller stated them in the last search that found it; null where it did not
  address TEXT,
  vendor_name TEXT,
  model_name TEXT,
  firmware TEXT,
  serial_number TEXT,
  objects_read_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS networked_device_by_instance ON networked_device (network_id, instance);

-- the newest search of each network
CREATE TABLE IF NOT EXISTS network_search (
  network_id TEXT PRIMARY KEY REFERENCES controller_network (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  problem TEXT,
  requested_at INTEGER NOT NULL,
  requested_by TEXT,
  completed_at INTEGER,
  -- the object that is searched for, as JSON; null for all controllers
  object TEXT
) STRICT, WITHOUT ROWID;

-- what the last search that completed found, and what it missed
CREATE TABLE IF NOT EXISTS network_finding (
  network_id TEXT NOT NULL REFERENCES controller_network (id) ON DELETE CASCADE,
  instance INTEGER NOT NULL,
  -- how it answered: read, silent, refused; duplicate for several controllers, missing for none
  answer TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  addresses TEXT NOT NULL,
  network_number INTEGER,
  vendor_id INTEGER,
  vendor_name TEXT,
  model_name TEXT,
  firmware TEXT,
  serial_number TEXT,
  name TEXT,
  description TEXT,
  location TEXT,
  answered_after_ms INTEGER,
  -- what it has of the object that was searched for, as JSON
  objects TEXT,
  -- as it is found
  words TEXT NOT NULL,
  PRIMARY KEY (network_id, instance)
) STRICT, WITHOUT ROWID;
`
