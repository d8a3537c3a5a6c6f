/** Tables of the configuration templates of a site (domain §8.2). */
export const templateSchema = `
CREATE TABLE IF NOT EXISTS configuration_template (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL REFERENCES site (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  product_id TEXT,
  sections TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS configuration_template_by_site ON configuration_template (site_id, name, id);

CREATE TABLE IF NOT EXISTS template_backup (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  template_id TEXT NOT NULL REFERENCES configuration_template (id) ON DELETE CASCADE,
  -- the controller it was taken of, which it may outlive
  source_id TEXT NOT NULL,
  model_type TEXT NOT NULL,
  name TEXT NOT NULL,
  key TEXT NOT NULL,
  includes TEXT NOT NULL,
  packages TEXT NOT NULL,
  platform TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- what the controller ran on, as JSON; null until it is completed
  content TEXT,
  size INTEGER,
  sha256 TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS template_backup_by_template ON template_backup (template_id, created_at, id);
CREATE INDEX IF NOT EXISTS template_backup_open ON template_backup (source_id) WHERE state IN ('queued', 'running');

CREATE TABLE IF NOT EXISTS template_application (
  id INTEGER PRIMARY KEY,
  template_id TEXT NOT NULL REFERENCES configuration_template (id) ON DELETE CASCADE,
  device_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  result TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS template_application_by_template ON template_application (template_id, id);
`
