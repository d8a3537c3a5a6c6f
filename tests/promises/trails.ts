/** What the proofs of the trail look at: every tenant's records at once, held against what the services performed. */

import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import { chainOf } from '../../app/trail/chain-of.server'
import type { TrailRecord } from '../../app/trail/record'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, fieldsOf } from '../requests/on-record'

export const apply = '_stage=apply'

/** A controller of the Montcalm campus that can be set up; there are more than a proof needs. */
export const controllers = [1, 2, 3, 4, 5, 7, 8, 10, 13, 14, 15].map((at) =>
  seedId('device', `montcalm-SCI-ECYVAV-${at}`),
)

export function campusOf(product: Console) {
  return {
    tenantId: tenantIdOf(product.services.world, 'boreal'),
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
}

/** The plan of giving one controller a name server, ready to be applied. */
export async function networkPlan(product: Console, by: Visitor, device: string, primaryDns: string): Promise<Page> {
  const page = await by.get(href('siteNetworkSettings', campusOf(product), { device }))
  return page.submit(changeForm, { fill: { 'primary.primaryDns': primaryDns, 'keep.primary.primaryDns': null } })
}

/** The bytes a browser posts when Apply is pressed. */
export function click(plan: Page, by: Visitor): Promise<Response> {
  return by.raw('POST', plan.address, { body: new URLSearchParams([...fieldsOf(plan), ['_stage', 'apply']]) })
}

/** The records of every tenant, read from the store itself while the console is stopped. */
export async function storedRecords(product: Console): Promise<TrailRecord[]> {
  const db = await openStore(product)
  const tenants = await db.selectFrom('chain_head').select('tenant_id').orderBy('tenant_id').execute()
  const records: TrailRecord[] = []
  for (const { tenant_id } of tenants) for await (const record of chainOf(tenant_id)) records.push(record)
  await closeStore()
  return records
}

/** Calls that were answered with success, as `method path`, of every outcome among the records. */
export function callsIn(records: readonly TrailRecord[]): string[] {
  const told = new Map<string, string>()
  // A call that concerned several things stands in the outcome of each.
  for (const { entry, changeId, calls } of records)
    if (entry === 'outcome')
      for (const [at, call] of calls.entries())
        if (call.status !== null && call.status < 300)
          told.set(`${changeId} ${at} ${call.method} ${call.path}`, `${call.method} ${call.path}`)
  return [...told.values()]
}

/** A write as the services noted it, without the base path of its service. */
export const performedAs = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/^.*?\/(?:api\/v1|api)(?=\/)/, '')}`
