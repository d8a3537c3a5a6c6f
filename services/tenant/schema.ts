/** The tables of the tenant service. */
export const schema = `
CREATE TABLE IF NOT EXISTS tenant (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  onboarding_status TEXT NOT NULL,
  is_disabled INTEGER NOT NULL,
  default_customer_id TEXT NOT NULL,
  domains TEXT NOT NULL,
  version INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS customer (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (id),
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  archived INTEGER NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (tenant_id, code)
) STRICT;
CREATE INDEX IF NOT EXISTS customer_by_name ON customer (tenant_id, name, id);
CREATE TABLE IF NOT EXISTS tenant_user (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (id),
  person_id TEXT,
  email TEXT NOT NULL,
  login TEXT,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  initials TEXT NOT NULL,
  language TEXT NOT NULL,
  region TEXT,
  unit TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (tenant_id, email)
) STRICT;
CREATE INDEX IF NOT EXISTS tenant_user_by_person ON tenant_user (person_id);
CREATE INDEX IF NOT EXISTS tenant_user_by_email ON tenant_user (email) WHERE person_id IS NULL;
CREATE INDEX IF NOT EXISTS tenant_user_by_login ON tenant_user (login) WHERE person_id IS NULL;
CREATE INDEX IF NOT EXISTS tenant_user_by_name ON tenant_user (tenant_id, last_name, first_name, id);
CREATE TABLE IF NOT EXISTS permission (
  tenant_id TEXT NOT NULL REFERENCES tenant (id),
  user_id TEXT NOT NULL REFERENCES tenant_user (id) ON DELETE CASCADE,
  role_id TEXT NOT NULL,
  PRIMARY KEY (user_id, role_id)
) STRICT;
CREATE INDEX IF NOT EXISTS permission_by_tenant ON permission (tenant_id, role_id);
CREATE TABLE IF NOT EXISTS customer_permission (
  tenant_id TEXT NOT NULL REFERENCES tenant (id),
  customer_id TEXT NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES tenant_user (id) ON DELETE CASCADE,
  role_id TEXT NOT NULL,
  PRIMARY KEY (customer_id, user_id)
) STRICT;
CREATE INDEX IF NOT EXISTS customer_permission_by_user ON customer_permission (user_id);
CREATE INDEX IF NOT EXISTS customer_permission_by_tenant ON customer_permission (tenant_id);
`
