/** Table of the package service: one row a version; the body is the package as it is answered (spec §3). */
export const schema = `
CREATE TABLE IF NOT EXISTS package (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
`
