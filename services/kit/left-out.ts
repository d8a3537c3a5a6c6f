/** Controllers of products that a caller does not support: lists and counts exclude them. */
import type { Store, Value } from './store'
import type { World } from './world'

/** A list of model types as JSON; null when nothing is excluded. */
export type LeftOut = string | null

/** Returns the models of the named products, limited to those the customer has controllers of. */
export function leftOut(
  store: Store,
  { withoutProducts, customerId }: { withoutProducts?: string | undefined; customerId?: string | undefined },
): LeftOut {
  if (!withoutProducts) return null
  const ids = JSON.stringify(withoutProducts.split(','))
  const models = store
    .all<{ model: string }>('SELECT model_type AS model FROM product WHERE id IN (SELECT value FROM json_each(?))', ids)
    .map(({ model }) => model)
    .filter((model) => customerId === undefined || isThere(store, customerId, model))
  return models.length === 0 ? null : JSON.stringify(models)
}

/** Returns what a call excludes from its counts; undefined when it excludes nothing. */
export function askedToLeaveOut({
  query,
  world,
  customerId,
}: {
  query: { withoutProducts?: string | undefined }
  world: World
  customerId: string | undefined
}): LeftOut | undefined {
  return query.withoutProducts ? leftOut(world.store, { ...query, customerId }) : undefined
}

function isThere(store: Store, customerId: string, model: string): boolean {
  const sql = 'SELECT 1 FROM device WHERE customer_id = ? AND model_type = ? LIMIT 1'
  return store.get(sql, customerId, model) !== undefined
}

interface Narrowing {
  sql: string
  parameters: Value[]
}

/** Returns the condition on a row of `device`. */
export function ofOtherModels(models: LeftOut): Narrowing {
  if (models === null) return { sql: '1', parameters: [] }
  return { sql: 'device.model_type NOT IN (SELECT value FROM json_each(?))', parameters: [models] }
}

/** Returns the same condition on a row with its controller's id in a column. */
export function aboutOtherModels(column: string, models: LeftOut): Narrowing {
  if (models === null) return { sql: '1', parameters: [] }
  const sql = `NOT EXISTS (SELECT 1 FROM device
    WHERE device.id = ${column} AND device.model_type IN (SELECT value FROM json_each(?)))`
  return { sql, parameters: [models] }
}
