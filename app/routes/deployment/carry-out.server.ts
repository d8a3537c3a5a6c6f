/** Sends a deployment, one call after the other, and tells for each controller how its call ended (design §7). */
import { site } from '#contracts/site'
import type { WorkDesk } from '~/change/desk'
import { inCalls } from '~/change/in-chunks.server'
import type { Plan } from '~/change/plan'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { Batch, Rollout } from './rollout'

interface Sending {
  rollout: Pick<Rollout, 'batches'>
  allowDowngrade: boolean
  /** When it begins; at once unless said. */
  scheduledAt?: string | null
  /** What is written beside the operation of each controller that was accepted. */
  note?: Record<string, unknown>
}

/** Sends what the plan of the desk changes, and nothing else. Answers the page of the operation that was begun, where it is one. */
export async function carryOut(
  { plan, write, ended }: Pick<WorkDesk<unknown>, 'plan' | 'write' | 'ended'>,
  at: ParamsFor<'newDeployment'>,
  { rollout, allowDowngrade, scheduledAt, note = {} }: Sending,
): Promise<string | undefined> {
  const operationIds = new Set<string>()
  const calls = within(plan, rollout.batches).map(({ deviceIds, operations }) => ({
    ids: deviceIds,
    input: { body: { operations, allowDowngrade, ...(scheduledAt && { scheduledAt }) } },
  }))
  await inCalls({ write, ended }, site.deploy, calls, {
    noteOf({ operationId, data }) {
      const begun = operationId ?? operationIn(data)
      if (begun) operationIds.add(begun)
      return { ...(begun && { operationId: begun }), ...note }
    },
  })
  const [only] = operationIds
  return only && operationIds.size === 1 ? href('deployment', { ...at, operationId: only }) : undefined
}

/** The calls for the controllers that a plan changes: it may have been narrowed to some of those planned for. */
function within({ rows }: Plan, batches: readonly Batch[]): Batch[] {
  const changed = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  return batches
    .map(({ deviceIds, operations }) => ({
      deviceIds: deviceIds.filter((id) => changed.has(id)),
      operations: operations.filter(({ deviceId }) => changed.has(deviceId)),
    }))
    .filter(({ deviceIds }) => deviceIds.length > 0)
}

/** The operation that the accepted deployments beside a 4100 belong to. */
function operationIn(data: unknown): string | null {
  const [first] = Array.isArray(data) ? data : []
  return typeof first?.operationId === 'string' ? first.operationId : null
}
