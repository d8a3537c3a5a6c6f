/** Resolution of faults (domain §2.1). */
import type { Resolution } from '../../contracts/faults'
import type { operations } from '../../contracts/operations'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { reachOf } from '../../kit/caller'
import { languageFrom } from '../../kit/messages'
import { isArchived } from '../../kit/require-on-some-device'
import { changeEach } from '../change-each'
import { personInTenant, requireOnSomeScope } from '../territory'
import { type FaultRecord, toFaults } from './fault-rows'
import { scheduleReturn } from './fault-watch'

type Resolve = ServiceCall<typeof operations.resolveFaults>

/** Resolutions without a repair, after which the condition may persist. */
const withoutRepair: readonly Resolution[] = ['accepted', 'falsePositive']

export const resolveFaults: Handlers<typeof operations>['resolveFaults'] = (call) => {
  const { body, caller, headers, world } = call
  const ids = [...new Set(body.faultIds)]
  const rows = new Map(
    world.store
      .all<FaultRecord>('SELECT * FROM fault WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
      .map((row) => [row.id, row]),
  )
  requireOnSomeScope(
    caller,
    'fault.resolve',
    ids.map((id) => scopeOf(rows.get(id))),
  )
  const language = languageFrom(headers['accept-language'])
  const warned = ids.filter((id) => rows.get(id)?.ended_at === null)
  const data = changeEach(world.store, ids, (id) => {
    const fault = resolveOne(call, rows.get(id))
    return toFaults(world, [fault], language)
  }).flat()
  return {
    data,
    totalCount: data.length,
    warnings: warned.map((entityId) => ({ entityId, details: { type: 'stillActive' } })),
  }
}

const scopeOf = (row: FaultRecord | undefined) => row && { tenantId: row.tenant_id, customerId: row.customer_id }

function resolveOne({ body, caller, world }: Resolve, row: FaultRecord | undefined): FaultRecord {
  const { store, clock } = world
  const scope = scopeOf(row)
  const far = scope && reachOf(caller, 'fault.resolve', scope)
  if (!row || far === undefined) fail(4005)
  if (far === '-') fail(4003)
  if (isArchived(world, row.customer_id)) fail(4202)
  if (row.status === 'resolved') fail(4703)
  if (row.ended_at === null && !withoutRepair.includes(body.resolution)) fail(4704)
  const by = personInTenant(caller, row.tenant_id)
  const now = clock.now()
  store.run(
    `UPDATE fault SET status = 'resolved', resolved_by_id = ?, resolved_by_name = ?, resolved_at = ?, resolution = ?,
       version = version + 1 WHERE id = ?`,
    by.id,
    by.fullName,
    now,
    body.resolution,
    row.id,
  )
  store.run(
    `INSERT INTO fault_resolution (fault_id, at, by_id, by_name, resolution, comment) VALUES (?,?,?,?,?,?)
     ON CONFLICT DO NOTHING`,
    row.id,
    now,
    by.id,
    by.fullName,
    body.resolution,
    body.comment || null,
  )
  scheduleReturn(world, row)
  return store.get<FaultRecord>('SELECT * FROM fault WHERE id = ?', row.id) ?? row
}
