/** The types of nodes a project can belong to. */
export const projectOwners = ['site', 'building', 'space', 'equipment', 'device'] as const

const removeWithOwner = (owner: string) => `
CREATE TRIGGER IF NOT EXISTS designer_project_gone_with_${owner} AFTER DELETE ON ${owner} BEGIN
  DELETE FROM designer_file WHERE project_id = (SELECT project_id FROM designer_project WHERE associated_id = OLD.id);
  DELETE FROM designer_project WHERE associated_id = OLD.id;
END;`

/** The tables of the designer service: at most one project per node, removed with it, and its files. */
export const schema = `
CREATE TABLE IF NOT EXISTS designer_project (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  associated_type TEXT NOT NULL,
  associated_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  words TEXT NOT NULL DEFAULT '',
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
${projectOwners.map(removeWithOwner).join('')}
`
