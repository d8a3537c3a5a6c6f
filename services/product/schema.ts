/** Table of the product service: one row a controller model; the body is the model as it is answered (spec §3). */
export const schema = `
CREATE TABLE IF NOT EXISTS product (
  id TEXT PRIMARY KEY,
  model_type TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL
) STRICT;
`
