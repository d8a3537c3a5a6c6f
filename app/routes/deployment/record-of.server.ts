/** The trail entry of the change that started a deployment, found by one of its controllers. */

import type { ChangeName } from '~/changes'
import type { ParamsFor } from '~/paths'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'

const beginnings = ['packages.deploy', 'packages.goOn'] as const satisfies readonly ChangeName[]

/** Returns null when the deployment was not started from this console. */
export async function recordOf(
  at: ParamsFor<'deployment'>,
  deviceId: string,
  mutations: readonly ChangeName[] = beginnings,
): Promise<TrailEntry | null> {
  const asked = { tenantId: at.tenantId, subjectKind: 'device', subjectId: deviceId, limit: 100 }
  const found = await Promise.all(mutations.map((mutation) => findEntries({ ...asked, mutation })))
  return (
    found
      .flatMap(({ entries }) => entries)
      .find(
        ({ ending, customerId }) => ending?.detail?.operationId === at.operationId && customerId === at.customerId,
      ) ?? null
  )
}
