/** Sends a deployment call by call and records the outcome of each controller (design §7). */
import { site } from '#contracts/site'
import type { Plan } from '~/change/plan'
import type { WorkContext } from '~/change/plan-context'
import { writeCalls } from '~/change/write-in-chunks.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { DeploymentBatch, PlannedRollout } from './rollout'

interface SendOptions {
  rollout: Pick<PlannedRollout, 'batches'>
  allowDowngrade: boolean
  /** When it starts; at once by default. */
  scheduledAt?: string | null
  /** Recorded in the trail with the operation of each accepted controller. */
  note?: Record<string, unknown>
}

/** Sends exactly what the plan changes. Returns the page of the operation when exactly one was started. */
export async function sendDeployment(
  { plan, write, setOutcome }: Pick<WorkContext<unknown>, 'plan' | 'write' | 'setOutcome'>,
  at: ParamsFor<'newDeployment'>,
  { rollout, allowDowngrade, scheduledAt, note = {} }: SendOptions,
): Promise<string | undefined> {
  const operationIds = new Set<string>()
  const calls = changedBatches(plan, rollout.batches).map(({ deviceIds, operations }) => ({
    ids: deviceIds,
    input: { body: { operations, allowDowngrade, ...(scheduledAt && { scheduledAt }) } },
  }))
  await writeCalls({ write, setOutcome }, site.deploy, calls, {
    doneDetail({ operationId, data }) {
      const startedId = operationId ?? operationIn(data)
      if (startedId) operationIds.add(startedId)
      return { ...(startedId && { operationId: startedId }), ...note }
    },
  })
  const [only] = operationIds
  return only && operationIds.size === 1 ? href('deployment', { ...at, operationId: only }) : undefined
}

/** Limits the calls to the controllers that the plan changes: it may cover only some of those planned for. */
function changedBatches({ rows }: Plan, batches: readonly DeploymentBatch[]): DeploymentBatch[] {
  const changed = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  return batches
    .map(({ deviceIds, operations }) => ({
      deviceIds: deviceIds.filter((id) => changed.has(id)),
      operations: operations.filter(({ deviceId }) => changed.has(deviceId)),
    }))
    .filter(({ deviceIds }) => deviceIds.length > 0)
}

/** Returns the operation id of accepted deployments when the reply also has refusals (4100). */
function operationIn(data: unknown): string | null {
  const [first] = Array.isArray(data) ? data : []
  return typeof first?.operationId === 'string' ? first.operationId : null
}
