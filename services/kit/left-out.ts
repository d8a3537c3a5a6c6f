/** Controllers of products that a caller does not offer: in lists and counts they are as if they were not there. */
import type { Store, Value } from './store'
import type { World } from './world'

/** A list of model types as JSON; null where nothing has to be left out. */
export type LeftOut = string | null

/** The models of the products that are named, as far as the customer has controllers of them at all. */
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

/** What a call asks to leave out of its counts; undefined where it does not ask. */
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

/** The condition on a row of `device`. */
export function ofOtherModels(models: LeftOut): Narrowing {
  if (models === null) return { sql: '1', parameters: [] }
  return { sql: 'device.model_type NOT IN (SELECT value FROM json_each(?))', parameters: [models] }
}

/** The same on a row that names its controller in a column. */
export function aboutOtherModels(column: string, models: LeftOut): Narrowing {
  if (models === null) return { sql: '1', parameters: [] }
  const sql = `NOT EXISTS (SELECT 1 FROM device
    WHERE device.id = ${column} AND device.model_type IN (SELECT value FROM json_each(?)))`
  return { sql, parameters: [models] }
}
