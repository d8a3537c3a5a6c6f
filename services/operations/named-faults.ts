/** Faults by their ids, in one reply. */
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { languageFrom } from '../kit/messages'
import { type FaultRow, toFaults } from './fault-rows'
import { allOf } from './listing'
import { asksToLeaveOut, notAbout, requireOnSome, territoryCondition } from './territory'

export const namedFaults: Handlers<typeof operations>['namedFaults'] = (call) => {
  const { body, caller, headers, world } = call
  const capability = 'fault.read'
  const named = world.store.all<FaultRow>(
    'SELECT * FROM fault WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(body.faultIds),
  )
  requireOnSome(
    caller,
    capability,
    named.map(({ tenant_id, customer_id }) => ({ tenantId: tenant_id, customerId: customer_id })),
  )
  const { sql: within, parameters } = allOf([
    territoryCondition(call, { table: 'fault', capability }),
    ...notAbout('fault', asksToLeaveOut(call)),
  ])
  const seen = world.store.all<FaultRow>(
    `SELECT * FROM fault WHERE id IN (SELECT value FROM json_each(?)) AND +(${within})`,
    JSON.stringify(named.map(({ id }) => id)),
    ...parameters,
  )
  return { data: toFaults(world, seen, languageFrom(headers['accept-language'])) }
}
