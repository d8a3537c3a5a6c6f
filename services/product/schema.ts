/** Table of the product service: one row per controller model; the body is the model as returned (spec §3). */
export const schema = `
CREATE TABLE IF NOT EXISTS product (
  id TEXT PRIMARY KEY,
  model_type TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL
) STRICT;
`
