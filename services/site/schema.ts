/**
 * Tables of the site service (spec §3, domain §15). Every row has its tenant and its customer, so that a scope check is
 * one lookup; the sort names order 2 before 10 and É beside E.
 */
export const schema = `
CREATE TABLE IF NOT EXISTS site_group (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  -- of the name, as it is found
  words TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS site_group_by_customer ON site_group (customer_id, sort_name, id);

CREATE TABLE IF NOT EXISTS site (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_group_id TEXT REFERENCES site_group (id),
  name TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  words TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  archived INTEGER NOT NULL DEFAULT 0,
  country TEXT,
  state TEXT,
  postal_code TEXT,
  city TEXT,
  address TEXT,
  latitude REAL,
  longitude REAL,
  usage TEXT NOT NULL DEFAULT 'Unassigned',
  size REAL,
  units TEXT,
  time_zone TEXT NOT NULL DEFAULT 'UTC',
  -- the words of the address
  address_text TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS site_by_customer ON site (customer_id, sort_name, id);
CREATE INDEX IF NOT EXISTS site_by_group ON site (site_group_id, sort_name, id);

CREATE TABLE IF NOT EXISTS building (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES site (id),
  name TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  words TEXT NOT NULL DEFAULT '',
  description TEXT NOT NULL DEFAULT '',
  usage TEXT NOT NULL DEFAULT 'Unassigned',
  address TEXT,
  address_text TEXT NOT NULL DEFAULT '',
  size REAL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS building_by_site ON building (site_id, sort_name, id);
CREATE INDEX IF NOT EXISTS building_by_customer ON building (customer_id);

CREATE TABLE IF NOT EXISTS space (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  building_id TEXT NOT NULL REFERENCES building (id),
  parent_space_id TEXT REFERENCES space (id),
  name TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  words TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT 'Space',
  usage TEXT NOT NULL DEFAULT 'Unassigned',
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS space_by_building ON space (building_id, parent_space_id, sort_name, id);
-- most spaces are in no other: counted among the rest they would make this index look useless
CREATE INDEX IF NOT EXISTS space_inside ON space (parent_space_id, sort_name, id) WHERE parent_space_id IS NOT NULL;
DROP INDEX IF EXISTS space_by_parent;
CREATE INDEX IF NOT EXISTS space_by_site ON space (site_id);
CREATE INDEX IF NOT EXISTS space_by_customer ON space (customer_id);

CREATE TABLE IF NOT EXISTS device (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  building_id TEXT NOT NULL,
  space_id TEXT NOT NULL REFERENCES space (id),
  name TEXT NOT NULL,
  sort_name TEXT NOT NULL,
  -- the words of all that it is found by
  search_text TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  space_served TEXT,
  product_id TEXT,
  model_type TEXT NOT NULL DEFAULT '',
  platform TEXT NOT NULL DEFAULT '',
  host_id TEXT NOT NULL DEFAULT '',
  properties TEXT NOT NULL DEFAULT '{}',
  -- names the link that speaks to it
  protocol TEXT NOT NULL DEFAULT 'simulated',
  onboarded INTEGER NOT NULL DEFAULT 0,
  -- time of the last heartbeat while the link is down; null while heartbeats arrive
  offline_since INTEGER,
  -- kept in step with device_package
  packages_outdated INTEGER NOT NULL DEFAULT 0,
  packages_total INTEGER NOT NULL DEFAULT 0,
  -- of the newest deployment
  deployment_status TEXT,
  deployment_message TEXT,
  deployment_in_progress INTEGER NOT NULL DEFAULT 0,
  version INTEGER NOT NULL DEFAULT 1,
  -- kept in step with point; 0 until its points are first listed
  point_count INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS device_by_host ON device (host_id) WHERE host_id <> '';
CREATE INDEX IF NOT EXISTS device_by_customer_name ON device (customer_id, sort_name, id);
CREATE INDEX IF NOT EXISTS device_by_customer_host ON device (customer_id, host_id, id);
CREATE INDEX IF NOT EXISTS device_by_customer_model ON device (customer_id, model_type, id);
-- as one text, so that no other query of a customer takes it: most controllers can be of one model
CREATE INDEX IF NOT EXISTS device_of_model ON device (customer_id || '/' || product_id, sort_name, id);
CREATE INDEX IF NOT EXISTS device_by_site ON device (site_id, sort_name, id);
CREATE INDEX IF NOT EXISTS device_by_building ON device (building_id, sort_name, id);
CREATE INDEX IF NOT EXISTS device_by_space ON device (space_id, sort_name, id);
-- of a thousand controllers these are few; their conditions stand in the queries word by word
CREATE INDEX IF NOT EXISTS device_out_of_reach ON device (customer_id, sort_name, id, onboarded, offline_since)
  WHERE onboarded = 0 OR offline_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS device_silent_by_site ON device (site_id, offline_since)
  WHERE onboarded = 1 AND offline_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS device_silent_by_building ON device (building_id, offline_since)
  WHERE onboarded = 1 AND offline_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS device_silent_by_space ON device (space_id, offline_since)
  WHERE onboarded = 1 AND offline_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS device_outdated ON device (customer_id, sort_name, id, packages_outdated)
  WHERE packages_outdated > 0;
CREATE INDEX IF NOT EXISTS device_deploying ON device (customer_id) WHERE deployment_in_progress = 1;
CREATE INDEX IF NOT EXISTS device_deployment_failed ON device (customer_id)
  WHERE deployment_status IN ('PackageUploadFailure', 'PackageInstallationFailure');

-- controllers that report that they use more than their licence includes
CREATE TABLE IF NOT EXISTS licence_excess (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL,
  from_at INTEGER NOT NULL,
  until_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS licence_excess_by_device ON licence_excess (device_id);

-- a licence that is not simply what the model includes: another number of points, an end, or none at all
CREATE TABLE IF NOT EXISTS licence (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  -- null where none was ever issued
  max_points INTEGER,
  issued_at INTEGER,
  expires_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS device_package (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  PRIMARY KEY (device_id, name, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS device_package_by_name ON device_package (customer_id, name, version, device_id);

CREATE TABLE IF NOT EXISTS deployment (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  operation_id TEXT NOT NULL,
  requested_by_id TEXT,
  requested_by_name TEXT,
  requested_at INTEGER NOT NULL,
  scheduled_at INTEGER,
  started_at INTEGER,
  completed_at INTEGER,
  status TEXT NOT NULL,
  message TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS deployment_by_device ON deployment (device_id, requested_at, id);
CREATE INDEX IF NOT EXISTS deployment_by_customer ON deployment (customer_id, requested_at, id);
CREATE INDEX IF NOT EXISTS deployment_by_operation ON deployment (operation_id, requested_at, id);
CREATE INDEX IF NOT EXISTS deployment_by_operation_state ON deployment (operation_id, customer_id, status);

CREATE TABLE IF NOT EXISTS deployment_operation (
  deployment_id TEXT NOT NULL REFERENCES deployment (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  package_name TEXT NOT NULL,
  display_name TEXT NOT NULL,
  from_version TEXT,
  to_version TEXT,
  status TEXT NOT NULL,
  message TEXT,
  started_at INTEGER,
  completed_at INTEGER,
  PRIMARY KEY (deployment_id, position)
) STRICT, WITHOUT ROWID;
`
