/**
 * A deployment that started with a few controllers while the others wait. The services know only the first ones: the
 * request is in the form stored with the change (30 days), and the number of waiting controllers and the continuation
 * are in the audit trail, so that a reload, a second tab and another administrator see the same state.
 */
import { parseWithZod } from '@conform-to/zod/v4'
import type { Reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { type CanaryState, canaryState, exceeds, maxFirst, type Threshold } from '~/domain/deployment-canary'
import { deploymentStatuses, isDeploymentFailure, isDeploymentInProgress } from '~/domain/deployment-progress'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { deploymentRecord } from './deployment-record.server'
import { newestDeployment } from './failed-deployments.server'
import { DeploymentForm, type DeploymentInput } from './form'
import type { Operation } from './from-trail.server'
import { countByStatus, readDeployments } from './shared/fleet.server'

type At = ParamsFor<'deployment'>
type DeploymentReader = Pick<Reader, 'call'>

export interface Canary {
  /** How many controllers wait. */
  waiting: number
  /** Null when the form is no longer stored: the rest has to be selected again. */
  input: DeploymentInput | null
  state: CanaryState
  total: number
  /** How many of the first controllers failed and have not succeeded since. */
  failed: number
  mayFail: Threshold
  /** The deployment of the remaining controllers, once someone has started it. */
  continuation: { operationId: string; by: string; at: string } | null
}

/** Returns null for a deployment without waiting controllers. Throws `ServiceError`. */
export async function canaryOf(reader: DeploymentReader, at: At): Promise<Canary | null> {
  const query = { tenantId: at.tenantId, customerId: at.customerId, operationId: at.operationId }
  const [first, counts] = await Promise.all([
    readDeployments(reader, { ...query, pageSize: 1 }),
    countByStatus(reader, query),
  ])
  const [one] = first?.data ?? []
  const start = one && (await findStart(at, one.deviceId))
  if (!start || !counts) return null
  const [input, continuation] = await Promise.all([
    readInput(at.tenantId, start.changeId),
    findContinuation(at, start.at),
  ])
  const mayFail = input?.mayFail ?? { value: 0, unit: 'count' as const }
  const sum = (is: (status: (typeof deploymentStatuses)[number]) => boolean) =>
    deploymentStatuses.filter(is).reduce((total, status) => total + counts[status], 0)
  const total = sum(() => true)
  let progress = { failed: sum(isDeploymentFailure), inProgress: sum(isDeploymentInProgress) }
  if (exceeds(progress.failed, total, mayFail)) progress = await currentProgress(reader, query, progress)
  const state = canaryState({ ...progress, total }, mayFail)
  return { waiting: start.waiting, input, state, total, failed: progress.failed, mayFail, continuation }
}

/** Returns the change that started a deployment, found by one of its controllers; null when no controllers wait. */
async function findStart(at: At, deviceId: string): Promise<{ changeId: string; at: string; waiting: number } | null> {
  const entry = await deploymentRecord(at, deviceId, ['packages.deploy'])
  const waiting = Number(entry?.outcomeRecord?.detail?.held ?? 0)
  return entry && waiting > 0 ? { changeId: entry.changeId, at: entry.at, waiting } : null
}

async function readInput(tenantId: string, changeId: string): Promise<DeploymentInput | null> {
  const form = await findChangeForm(tenantId, changeId)
  if (!form) return null
  const formData = new FormData()
  for (const [name, value] of form.fields) formData.append(name, value)
  const submission = parseWithZod(formData, { schema: DeploymentForm })
  return submission.status === 'success' ? submission.value : null
}

async function findContinuation(
  { tenantId, customerId, operationId }: At,
  from: string,
): Promise<Canary['continuation']> {
  const { entries } = await findEntries({
    tenantId,
    customerId,
    mutation: 'packages.goOn',
    outcome: 'done',
    detailField: { name: 'after', value: operationId },
    from,
    limit: 1,
  })
  const [entry] = entries
  const next = entry?.outcomeRecord?.detail?.operationId
  return entry && typeof next === 'string' ? { operationId: next, by: entry.actor.name, at: entry.at } : null
}

/** Counts failed controllers by their newest deployment, since they may have been retried. */
async function currentProgress(
  reader: DeploymentReader,
  query: Operation,
  { inProgress }: { failed: number; inProgress: number },
): Promise<{ failed: number; inProgress: number }> {
  const pages = await Promise.all(
    deploymentStatuses
      .filter(isDeploymentFailure)
      .map((status) => readDeployments(reader, { ...query, status, pageSize: maxFirst })),
  )
  const failed = pages.flatMap((page) => page?.data ?? [])
  const newest = await Promise.all(failed.map((one) => newestDeployment(reader, one)))
  return {
    failed: newest.filter(({ status }) => isDeploymentFailure(status)).length,
    inProgress: inProgress + newest.filter(({ status }) => isDeploymentInProgress(status)).length,
  }
}
