/**
 * A deployment that started with a few controllers while the others wait. The services know only the first ones: the
 * request is in the form stored with the change (30 days), and the number of waiting controllers and the continuation
 * are in the audit trail, so that a reload, a second tab and another administrator see the same state.
 */
import { parseWithZod } from '@conform-to/zod/v4'
import type { Reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { type CanaryState, canaryState, exceeds, mostFirst, type Threshold } from '~/domain/deployment-canary'
import { deploymentStatuses, isDeploymentFailure, isDeploymentInProgress } from '~/domain/deployment-progress'
import type { ParamsFor } from '~/paths'
import { askDeployments, countByStatus } from '~/things/deployment/fleet.server'
import type { Operation } from '~/things/deployment/from-trail.server'
import { findEntries } from '~/trail/find-entries.server'
import { newestOf } from './failed-since.server'
import { type AskedFor, DeploymentForm } from './form'
import { recordOf } from './record-of.server'

type At = ParamsFor<'deployment'>
type Asking = Pick<Reader, 'ask'>

export interface Canary {
  /** How many controllers wait. */
  held: number
  /** Null when the form is no longer stored: the rest has to be selected again. */
  asked: AskedFor | null
  state: CanaryState
  total: number
  /** How many of the first controllers failed and have not succeeded since. */
  failed: number
  mayFail: Threshold
  /** The deployment of the remaining controllers, once someone has started it. */
  goneOn: { operationId: string; by: string; at: string } | null
}

/** Returns null for a deployment without waiting controllers. Throws `ServiceError`. */
export async function canaryOf(reader: Asking, at: At): Promise<Canary | null> {
  const query = { tenantId: at.tenantId, customerId: at.customerId, operationId: at.operationId }
  const [first, counts] = await Promise.all([
    askDeployments(reader, { ...query, pageSize: 1 }),
    countByStatus(reader, query),
  ])
  const [one] = first?.data ?? []
  const began = one && (await beginningOf(at, one.deviceId))
  if (!began || !counts) return null
  const [asked, goneOn] = await Promise.all([askedFor(at.tenantId, began.changeId), goneOnFrom(at, began.at)])
  const mayFail = asked?.mayFail ?? { value: 0, unit: 'count' as const }
  const sum = (is: (status: (typeof deploymentStatuses)[number]) => boolean) =>
    deploymentStatuses.filter(is).reduce((total, status) => total + counts[status], 0)
  const total = sum(() => true)
  let stand = { failed: sum(isDeploymentFailure), inProgress: sum(isDeploymentInProgress) }
  if (exceeds(stand.failed, total, mayFail)) stand = await standSince(reader, query, stand)
  const state = canaryState({ ...stand, total }, mayFail)
  return { held: began.held, asked, state, total, failed: stand.failed, mayFail, goneOn }
}

/** Returns the change that started a deployment, found by one of its controllers; null when no controllers wait. */
async function beginningOf(at: At, deviceId: string): Promise<{ changeId: string; at: string; held: number } | null> {
  const found = await recordOf(at, deviceId, ['packages.deploy'])
  const held = Number(found?.ending?.detail?.held ?? 0)
  return found && held > 0 ? { changeId: found.changeId, at: found.at, held } : null
}

async function askedFor(tenantId: string, changeId: string): Promise<AskedFor | null> {
  const kept = await findChangeForm(tenantId, changeId)
  if (!kept) return null
  const formData = new FormData()
  for (const [name, value] of kept.fields) formData.append(name, value)
  const read = parseWithZod(formData, { schema: DeploymentForm })
  return read.status === 'success' ? read.value : null
}

async function goneOnFrom({ tenantId, customerId, operationId }: At, from: string): Promise<Canary['goneOn']> {
  const { entries } = await findEntries({
    tenantId,
    customerId,
    mutation: 'packages.goOn',
    outcome: 'done',
    noted: { name: 'after', value: operationId },
    from,
    limit: 1,
  })
  const [done] = entries
  const next = done?.ending?.detail?.operationId
  return done && typeof next === 'string' ? { operationId: next, by: done.actor.name, at: done.at } : null
}

/** Counts failed controllers by their newest deployment, since they may have been retried. */
async function standSince(
  reader: Asking,
  query: Operation,
  { inProgress }: { failed: number; inProgress: number },
): Promise<{ failed: number; inProgress: number }> {
  const pages = await Promise.all(
    deploymentStatuses
      .filter(isDeploymentFailure)
      .map((status) => askDeployments(reader, { ...query, status, pageSize: mostFirst })),
  )
  const failed = pages.flatMap((page) => page?.data ?? [])
  const newest = await Promise.all(failed.map((one) => newestOf(reader, one)))
  return {
    failed: newest.filter(({ status }) => isDeploymentFailure(status)).length,
    inProgress: inProgress + newest.filter(({ status }) => isDeploymentInProgress(status)).length,
  }
}
