/**
 * Inputs of the simulated days beside commands and faults: excursions of readings, silence, and schedules as they ran.
 */
import { simulatedProtocol } from '../../link/registry'

export const buildingSchema = `
-- a reading that goes its own way for a while, between mean - swing and mean + swing
CREATE TABLE IF NOT EXISTS excursion (
  id TEXT PRIMARY KEY,
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  from_at INTEGER NOT NULL,
  until_at INTEGER,
  mean REAL NOT NULL,
  swing REAL NOT NULL DEFAULT 0,
  period_min INTEGER NOT NULL DEFAULT 1,
  -- the moment at which it rises through its mean, ms
  rises_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS excursion_by_point ON excursion (point_id, from_at);

-- when nothing was heard of a controller that answers again
CREATE TABLE IF NOT EXISTS silence (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  from_at INTEGER NOT NULL,
  until_at INTEGER NOT NULL,
  PRIMARY KEY (device_id, from_at)
) STRICT, WITHOUT ROWID;

-- the schedules a controller ran from a moment on; one without rows has always run what is saved
CREATE TABLE IF NOT EXISTS schedule_run (
  device_id TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  from_at INTEGER NOT NULL,
  -- as JSON
  calendars TEXT NOT NULL,
  schedules TEXT NOT NULL,
  PRIMARY KEY (device_id, from_at)
) STRICT, WITHOUT ROWID;

-- a simulated controller runs on with what it had until it takes what is saved
CREATE TRIGGER IF NOT EXISTS schedule_run_kept BEFORE UPDATE OF version ON host_schedule
WHEN (SELECT protocol FROM device WHERE id = OLD.device_id) = '${simulatedProtocol}' BEGIN
  INSERT INTO schedule_run (device_id, from_at, calendars, schedules)
  SELECT OLD.device_id, 0, OLD.calendars, OLD.schedules
  WHERE NOT EXISTS (SELECT 1 FROM schedule_run WHERE device_id = OLD.device_id);
END;
CREATE TRIGGER IF NOT EXISTS schedule_run_empty AFTER INSERT ON host_schedule
WHEN NEW.sync_state = 'pendingSend' AND NEW.last_synced_at IS NULL
  AND (SELECT protocol FROM device WHERE id = NEW.device_id) = '${simulatedProtocol}' BEGIN
  INSERT OR IGNORE INTO schedule_run (device_id, from_at, calendars, schedules) VALUES (NEW.device_id, 0, '[]', '[]');
END;

-- the simulated controllers that are served as BACnet devices, with what they were before
CREATE TABLE IF NOT EXISTS evaluation_device (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  host_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- the levels that they hold
CREATE TABLE IF NOT EXISTS device_level (
  point_id TEXT NOT NULL REFERENCES point (id) ON DELETE CASCADE,
  level INTEGER NOT NULL,
  -- as JSON
  value TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (point_id, level)
) STRICT, WITHOUT ROWID;
`
