/** Which controllers of other makers may be written to. A controller without a row may not. */
export const controllerWritingSchema = `
CREATE TABLE IF NOT EXISTS device_writing (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  is_on INTEGER NOT NULL,
  -- types and instances of the objects that may be written, as a JSON list; null for all that can be commanded
  objects TEXT,
  reason TEXT NOT NULL,
  by_id TEXT NOT NULL,
  by_name TEXT NOT NULL,
  at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
`
