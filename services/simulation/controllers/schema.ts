/** The state of the simulated controllers and their injected faults (domain §12). */
export const schema = `
CREATE TABLE IF NOT EXISTS lan (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  network TEXT NOT NULL,
  prefix INTEGER NOT NULL,
  -- addresses that route, as a JSON list
  routers TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS controller (
  device_id TEXT PRIMARY KEY,
  lan_id TEXT REFERENCES lan (id),
  -- the network settings it runs on, as JSON
  network TEXT NOT NULL,
  -- the IPv4 address it answers at
  address TEXT,
  -- the one apply or deployment under way, and its next step when the link is down, as JSON
  work TEXT,
  stalled TEXT,
  -- random draws taken so far from the latency stream
  draws INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS controller_by_address ON controller (lan_id, address);

CREATE TABLE IF NOT EXISTS carried_tunnel (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  -- null until it is open
  opened_at INTEGER
) STRICT;

CREATE TABLE IF NOT EXISTS injection (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  params TEXT NOT NULL DEFAULT '{}',
  from_at INTEGER NOT NULL,
  until_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS injection_by_device ON injection (device_id, kind);
`
