/**
 * Tables of alarms, faults and rules (spec §3, domain §1, §2). Alarms and faults have copies of their place, so that a
 * scope check or a count is one lookup; triggers update the place when a controller moves, and maintain the tally of
 * alarms that lists and counters read instead of counting.
 */
import { orderIndexes } from './alarms/alarm-order'
import { deviceEventSchema } from './alarms/device-events'

export const schema = `
CREATE TABLE IF NOT EXISTS alarm (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  building_id TEXT NOT NULL,
  space_id TEXT NOT NULL,
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  equipment_id TEXT REFERENCES equipment (id) ON DELETE SET NULL,
  point_id TEXT REFERENCES point (id) ON DELETE SET NULL,
  point_name TEXT,
  object_type TEXT NOT NULL,
  object_instance INTEGER NOT NULL,
  event_type TEXT NOT NULL,
  notify_type TEXT NOT NULL DEFAULT 'alarm',
  notification_class INTEGER NOT NULL DEFAULT 1,
  priority INTEGER NOT NULL,
  severity TEXT NOT NULL,
  event_state TEXT NOT NULL,
  previous_event_state TEXT NOT NULL,
  -- names a text of alarm-messages.ts
  message TEXT NOT NULL,
  -- as JSON
  present_value TEXT,
  unit TEXT,
  -- as JSON: kind, value, deadband
  limits TEXT,
  -- bits: 1 toOffnormal, 2 toFault, 4 toNormal
  ack_required INTEGER NOT NULL,
  acked INTEGER NOT NULL,
  ack_state TEXT NOT NULL,
  ack_by_id TEXT,
  ack_by_name TEXT,
  ack_at INTEGER,
  ack_comment TEXT,
  raised_at INTEGER NOT NULL,
  normal_at INTEGER,
  updated_at INTEGER NOT NULL,
  occurrence_count INTEGER NOT NULL DEFAULT 1,
  -- transitions so far; an acknowledgement names the one it saw
  events INTEGER NOT NULL DEFAULT 1,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX IF NOT EXISTS alarm_by_device ON alarm (device_id, event_type, point_id, raised_at);
${orderIndexes}
CREATE INDEX IF NOT EXISTS alarm_by_point_name ON alarm (customer_id, point_name) WHERE point_name IS NOT NULL;
CREATE INDEX IF NOT EXISTS alarm_by_equipment ON alarm (equipment_id) WHERE equipment_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS alarm_about_equipment ON alarm (device_id) WHERE equipment_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS alarm_by_point ON alarm (point_id) WHERE point_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS alarm_active_by_building ON alarm (building_id) WHERE event_state <> 'normal';
CREATE INDEX IF NOT EXISTS alarm_active_by_space ON alarm (space_id) WHERE event_state <> 'normal';
${deviceEventSchema}

CREATE TABLE IF NOT EXISTS alarm_occurrence (
  id TEXT PRIMARY KEY,
  alarm_id TEXT NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  event_state TEXT NOT NULL,
  raised_at INTEGER NOT NULL,
  normal_at INTEGER,
  -- as JSON
  peak_value TEXT,
  present_value TEXT,
  ack_state TEXT NOT NULL,
  ack_by_id TEXT,
  ack_by_name TEXT,
  ack_at INTEGER,
  -- as JSON: from, to, at, priority
  transitions TEXT NOT NULL DEFAULT '[]',
  UNIQUE (alarm_id, sequence)
) STRICT;

CREATE TABLE IF NOT EXISTS alarm_tally (
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  severity TEXT NOT NULL,
  ack_state TEXT NOT NULL,
  event_state TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (customer_id, site_id, severity, ack_state, event_state)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS alarm_tally_of_site ON alarm_tally (site_id, event_state, n);
CREATE INDEX IF NOT EXISTS alarm_tally_by_tenant ON alarm_tally (tenant_id);

-- the same for whole customers: a thousand sites are too many to add up for every list
CREATE TABLE IF NOT EXISTS alarm_customer_tally (
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  severity TEXT NOT NULL,
  ack_state TEXT NOT NULL,
  event_state TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (customer_id, severity, ack_state, event_state)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS alarm_customer_tally_by_tenant ON alarm_customer_tally (tenant_id);
-- for a store that is older than it
INSERT INTO alarm_customer_tally (tenant_id, customer_id, severity, ack_state, event_state, n)
SELECT tenant_id, customer_id, severity, ack_state, event_state, sum(n) FROM alarm_tally
WHERE NOT EXISTS (SELECT 1 FROM alarm_customer_tally) GROUP BY tenant_id, customer_id, severity, ack_state, event_state;
CREATE TRIGGER IF NOT EXISTS alarm_tally_begun AFTER INSERT ON alarm_tally BEGIN
  INSERT INTO alarm_customer_tally (tenant_id, customer_id, severity, ack_state, event_state, n)
  VALUES (NEW.tenant_id, NEW.customer_id, NEW.severity, NEW.ack_state, NEW.event_state, NEW.n)
  ON CONFLICT DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER IF NOT EXISTS alarm_tally_moved AFTER UPDATE OF n ON alarm_tally BEGIN
  UPDATE alarm_customer_tally SET n = n + NEW.n - OLD.n
  WHERE customer_id = NEW.customer_id AND severity = NEW.severity AND ack_state = NEW.ack_state
    AND event_state = NEW.event_state;
END;

CREATE TRIGGER IF NOT EXISTS alarm_counted AFTER INSERT ON alarm BEGIN
  INSERT INTO alarm_tally (tenant_id, customer_id, site_id, severity, ack_state, event_state, n)
  VALUES (NEW.tenant_id, NEW.customer_id, NEW.site_id, NEW.severity, NEW.ack_state, NEW.event_state, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER IF NOT EXISTS alarm_uncounted AFTER DELETE ON alarm BEGIN
  UPDATE alarm_tally SET n = n - 1
  WHERE customer_id = OLD.customer_id AND site_id = OLD.site_id AND severity = OLD.severity
    AND ack_state = OLD.ack_state AND event_state = OLD.event_state;
END;
CREATE TRIGGER IF NOT EXISTS alarm_recounted AFTER UPDATE OF site_id, severity, ack_state, event_state ON alarm
WHEN OLD.site_id <> NEW.site_id OR OLD.severity <> NEW.severity OR OLD.ack_state <> NEW.ack_state
  OR OLD.event_state <> NEW.event_state
BEGIN
  UPDATE alarm_tally SET n = n - 1
  WHERE customer_id = OLD.customer_id AND site_id = OLD.site_id AND severity = OLD.severity
    AND ack_state = OLD.ack_state AND event_state = OLD.event_state;
  INSERT INTO alarm_tally (tenant_id, customer_id, site_id, severity, ack_state, event_state, n)
  VALUES (NEW.tenant_id, NEW.customer_id, NEW.site_id, NEW.severity, NEW.ack_state, NEW.event_state, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER IF NOT EXISTS alarm_follows_device AFTER UPDATE OF site_id, building_id, space_id ON device
WHEN OLD.space_id <> NEW.space_id OR OLD.building_id <> NEW.building_id OR OLD.site_id <> NEW.site_id
BEGIN
  UPDATE alarm SET site_id = NEW.site_id, building_id = NEW.building_id, space_id = NEW.space_id
  WHERE device_id = NEW.id;
END;

CREATE TABLE IF NOT EXISTS fault (
  id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  site_id TEXT NOT NULL,
  building_id TEXT NOT NULL,
  space_id TEXT NOT NULL,
  equipment_id TEXT NOT NULL REFERENCES equipment (id) ON DELETE CASCADE,
  device_id TEXT,
  rule_id TEXT NOT NULL,
  status TEXT NOT NULL,
  severity TEXT NOT NULL,
  category TEXT NOT NULL,
  -- of the newest occurrence; ended_at is null while the condition holds
  started_at INTEGER NOT NULL,
  detected_at INTEGER NOT NULL,
  ended_at INTEGER,
  occurrence_count INTEGER NOT NULL DEFAULT 1,
  note_count INTEGER NOT NULL DEFAULT 0,
  resolved_by_id TEXT,
  resolved_by_name TEXT,
  resolved_at INTEGER,
  resolution TEXT,
  -- minutes after which the condition shows again once somebody resolved it; null for repairs that hold
  returns_after INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  severity_rank INTEGER NOT NULL GENERATED ALWAYS AS (
    CASE severity WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END
  ) VIRTUAL,
  recency INTEGER NOT NULL GENERATED ALWAYS AS (-started_at) VIRTUAL,
  UNIQUE (equipment_id, rule_id)
) STRICT;
CREATE INDEX IF NOT EXISTS fault_by_customer ON fault (customer_id, severity_rank, recency, id);
CREATE INDEX IF NOT EXISTS fault_active ON fault (customer_id, severity_rank, recency, id) WHERE status = 'active';
CREATE INDEX IF NOT EXISTS fault_by_tenant ON fault (tenant_id, severity_rank, recency, id);
CREATE INDEX IF NOT EXISTS fault_by_site ON fault (site_id, status);
CREATE INDEX IF NOT EXISTS fault_active_by_building ON fault (building_id) WHERE status = 'active';
CREATE INDEX IF NOT EXISTS fault_active_by_space ON fault (space_id) WHERE status = 'active';

CREATE TRIGGER IF NOT EXISTS fault_follows_equipment AFTER UPDATE OF site_id, building_id, space_id ON equipment
BEGIN
  UPDATE fault SET site_id = NEW.site_id, building_id = NEW.building_id, space_id = NEW.space_id
  WHERE equipment_id = NEW.id;
END;

CREATE TABLE IF NOT EXISTS fault_occurrence (
  id TEXT PRIMARY KEY,
  fault_id TEXT NOT NULL REFERENCES fault (id) ON DELETE CASCADE,
  started_at INTEGER NOT NULL,
  detected_at INTEGER NOT NULL,
  ended_at INTEGER,
  UNIQUE (fault_id, started_at)
) STRICT;

-- what the rule saw when it deviated most, as far as it has looked; kept as it was when the occurrence is over
CREATE TABLE IF NOT EXISTS fault_evidence (
  occurrence_id TEXT PRIMARY KEY REFERENCES fault_occurrence (id) ON DELETE CASCADE,
  operating_state INTEGER,
  -- null where the rule saw nothing beyond its threshold
  deviation REAL,
  -- as JSON, by role
  readings TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- every resolution there was; the fault itself shows the one that stands
CREATE TABLE IF NOT EXISTS fault_resolution (
  fault_id TEXT NOT NULL REFERENCES fault (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  by_id TEXT,
  by_name TEXT,
  resolution TEXT NOT NULL,
  comment TEXT,
  PRIMARY KEY (fault_id, at)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS fault_note (
  id TEXT PRIMARY KEY,
  fault_id TEXT NOT NULL REFERENCES fault (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  author_id TEXT NOT NULL,
  author_name TEXT NOT NULL,
  author_initials TEXT,
  created_at INTEGER NOT NULL,
  edited_at INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS fault_note_by_fault ON fault_note (fault_id, created_at, id);

-- rules somebody or something switched; the others are on when they have their points
CREATE TABLE IF NOT EXISTS rule_setting (
  equipment_id TEXT NOT NULL REFERENCES equipment (id) ON DELETE CASCADE,
  rule_id TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  manual INTEGER NOT NULL,
  PRIMARY KEY (equipment_id, rule_id)
) STRICT, WITHOUT ROWID;

-- values that differ from the defaults
CREATE TABLE IF NOT EXISTS internal_variable (
  equipment_id TEXT NOT NULL REFERENCES equipment (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (equipment_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS internal_variable_change (
  equipment_id TEXT PRIMARY KEY REFERENCES equipment (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  by_id TEXT,
  by_name TEXT
) STRICT, WITHOUT ROWID;
`
