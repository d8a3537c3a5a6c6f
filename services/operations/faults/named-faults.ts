/** Faults by their ids, in one reply. */
import type { operations } from '../../contracts/operations'
import type { Handlers } from '../../kit/call'
import { languageFrom } from '../../kit/messages'
import { allOf } from '../listing'
import { excludedProductsIn, excludeProducts, requireOnSomeScope, territoryCondition } from '../territory'
import { type FaultRecord, toFaults } from './fault-rows'

export const namedFaults: Handlers<typeof operations>['namedFaults'] = (call) => {
  const { body, caller, headers, world } = call
  const capability = 'fault.read'
  const rows = world.store.all<FaultRecord>(
    'SELECT * FROM fault WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(body.faultIds),
  )
  requireOnSomeScope(
    caller,
    capability,
    rows.map(({ tenant_id, customer_id }) => ({ tenantId: tenant_id, customerId: customer_id })),
  )
  const { sql: within, parameters } = allOf([
    territoryCondition(call, { table: 'fault', capability }),
    ...excludeProducts('fault', excludedProductsIn(call)),
  ])
  const visible = world.store.all<FaultRecord>(
    `SELECT * FROM fault WHERE id IN (SELECT value FROM json_each(?)) AND +(${within})`,
    JSON.stringify(rows.map(({ id }) => id)),
    ...parameters,
  )
  return { data: toFaults(world, visible, languageFrom(headers['accept-language'])) }
}
