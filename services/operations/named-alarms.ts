/** Alarms by their ids, in one reply. */
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { languageFrom } from '../kit/messages'
import { type AlarmRow, toAlarms } from './alarm-rows'
import { allOf } from './listing'
import { asksToLeaveOut, notAbout, requireOnSome, territoryCondition } from './territory'

export const namedAlarms: Handlers<typeof operations>['namedAlarms'] = (call) => {
  const { body, caller, headers, world } = call
  const capability = 'alarm.read'
  const named = world.store.all<AlarmRow>(
    'SELECT * FROM alarm WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(body.alarmIds),
  )
  requireOnSome(
    caller,
    capability,
    named.map(({ tenant_id, customer_id }) => ({ tenantId: tenant_id, customerId: customer_id })),
  )
  const { sql: within, parameters } = allOf([
    territoryCondition(call, { table: 'alarm', capability }),
    ...notAbout('alarm', asksToLeaveOut(call)),
  ])
  const seen = world.store.all<AlarmRow>(
    `SELECT * FROM alarm WHERE id IN (SELECT value FROM json_each(?)) AND +(${within})`,
    JSON.stringify(named.map(({ id }) => id)),
    ...parameters,
  )
  return { data: toAlarms(world, seen, languageFrom(headers['accept-language'])) }
}
