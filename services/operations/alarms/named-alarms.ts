/** Alarms by their ids, in one reply. */
import type { operations } from '../../contracts/operations'
import type { Handlers } from '../../kit/call'
import { languageFrom } from '../../kit/messages'
import { allOf } from '../listing'
import { excludedProductsIn, excludeProducts, requireOnSomeScope, territoryCondition } from '../territory'
import { type AlarmRecord, toAlarms } from './alarm-rows'

export const namedAlarms: Handlers<typeof operations>['namedAlarms'] = (call) => {
  const { body, caller, headers, world } = call
  const capability = 'alarm.read'
  const rows = world.store.all<AlarmRecord>(
    'SELECT * FROM alarm WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(body.alarmIds),
  )
  requireOnSomeScope(
    caller,
    capability,
    rows.map(({ tenant_id, customer_id }) => ({ tenantId: tenant_id, customerId: customer_id })),
  )
  const { sql: within, parameters } = allOf([
    territoryCondition(call, { table: 'alarm', capability }),
    ...excludeProducts('alarm', excludedProductsIn(call)),
  ])
  const visible = world.store.all<AlarmRecord>(
    `SELECT * FROM alarm WHERE id IN (SELECT value FROM json_each(?)) AND +(${within})`,
    JSON.stringify(rows.map(({ id }) => id)),
    ...parameters,
  )
  return { data: toAlarms(world, visible, languageFrom(headers['accept-language'])) }
}
