/** The tables of the designer service: one project a node, and the files of each. */
export const schema = `
CREATE TABLE IF NOT EXISTS designer_project (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  associated_type TEXT NOT NULL,
  associated_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  -- as JSON
  pages TEXT NOT NULL,
  assets TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  updated_by_id TEXT,
  updated_by_name TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS designer_project_by_customer ON designer_project (customer_id);
CREATE TABLE IF NOT EXISTS designer_file (
  project_id TEXT NOT NULL,
  path TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (project_id, path)
) STRICT;
`
