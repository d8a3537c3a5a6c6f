/** Controllers of products that a caller does not support: lists and counts exclude them. */
import type { SqlValue, Store } from './store'
import type { World } from './world'

/** A list of model types as JSON; null when nothing is excluded. */
export type ExcludedModels = string | null

/** Returns the models of the named products, limited to those the customer has controllers of. */
export function excludedModels(
  store: Store,
  { withoutProducts, customerId }: { withoutProducts?: string | undefined; customerId?: string | undefined },
): ExcludedModels {
  if (!withoutProducts) return null
  const ids = JSON.stringify(withoutProducts.split(','))
  const models = store
    .all<{ model: string }>('SELECT model_type AS model FROM product WHERE id IN (SELECT value FROM json_each(?))', ids)
    .map(({ model }) => model)
    .filter((model) => customerId === undefined || hasModel(store, customerId, model))
  return models.length === 0 ? null : JSON.stringify(models)
}

/** Returns what a call excludes from its counts; undefined when it excludes nothing. */
export function requestedExclusion({
  query,
  world,
  customerId,
}: {
  query: { withoutProducts?: string | undefined }
  world: World
  customerId: string | undefined
}): ExcludedModels | undefined {
  return query.withoutProducts ? excludedModels(world.store, { ...query, customerId }) : undefined
}

function hasModel(store: Store, customerId: string, model: string): boolean {
  const sql = 'SELECT 1 FROM device WHERE customer_id = ? AND model_type = ? LIMIT 1'
  return store.get(sql, customerId, model) !== undefined
}

interface Narrowing {
  sql: string
  parameters: SqlValue[]
}

/** Returns the condition on a row of `device`. */
export function deviceNotExcluded(models: ExcludedModels): Narrowing {
  if (models === null) return { sql: '1', parameters: [] }
  return { sql: 'device.model_type NOT IN (SELECT value FROM json_each(?))', parameters: [models] }
}

/** Returns the same condition on a row with its controller's id in a column. */
export function rowNotExcluded(column: string, models: ExcludedModels): Narrowing {
  if (models === null) return { sql: '1', parameters: [] }
  const sql = `NOT EXISTS (SELECT 1 FROM device
    WHERE device.id = ${column} AND device.model_type IN (SELECT value FROM json_each(?)))`
  return { sql, parameters: [models] }
}
