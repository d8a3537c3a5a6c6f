/** The trail entry of the change that started a deployment, found by one of its controllers. */

import type { ChangeName } from '~/changes'
import type { ParamsFor } from '~/paths'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'

const startChanges = ['packages.deploy', 'packages.goOn'] as const satisfies readonly ChangeName[]

/**
 * Returns null when none of the last hundred entries of the controller is of a given change and this deployment, as for
 * one that was not started from this console.
 */
export async function deploymentRecord(
  at: ParamsFor<'deployment'>,
  deviceId: string,
  mutations: readonly ChangeName[] = startChanges,
): Promise<TrailEntry | null> {
  const query = { tenantId: at.tenantId, subjectKind: 'device', subjectId: deviceId, limit: 100 }
  const results = await Promise.all(mutations.map((mutation) => findEntries({ ...query, mutation })))
  return (
    results
      .flatMap(({ entries }) => entries)
      .find(
        ({ outcomeRecord, customerId }) =>
          outcomeRecord?.detail?.operationId === at.operationId && customerId === at.customerId,
      ) ?? null
  )
}

/** How long the trail is searched for a deployment, ms: its id is in no index. */
const patienceMs = 1_000

/**
 * Returns a trail entry of a deployment that was started from this console, although its controllers may be gone; null
 * if none was found in a second, newest first.
 */
export async function entryOfDeployment({ tenantId, customerId, operationId }: ParamsFor<'deployment'>) {
  const detailField = { name: 'operationId', value: operationId }
  const { entries } = await findEntries({ tenantId, customerId, detailField, limit: 1, patienceMs })
  return entries[0] ?? null
}
