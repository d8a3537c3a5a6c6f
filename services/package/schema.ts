/** Table of the package service: one row per version; the body is the package as returned (spec §3). */
export const schema = `
CREATE TABLE IF NOT EXISTS package (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
`
