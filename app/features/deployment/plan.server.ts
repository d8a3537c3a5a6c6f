/** Plans a deployment from current data, for the form and for the CSV file of the plan. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import type { Catalogues } from '~/backend/catalogues.server'
import type { Input } from '~/backend/transport.server'
import type { Plan, PlanRow } from '~/change/plan'
import { canStartAt } from '~/domain/deployment-start'
import type { SelectionTooLarge } from '~/domain/selection'
import { selectedDevices } from '~/features/device/shared/selected-devices.server'
import type { ParamsFor } from '~/paths'
import { type Canary, canaryOf } from './canary.server'
import type { DeploymentInput } from './form'
import { type PlannedRollout, planRollout } from './rollout'
import { deviceIdsIn } from './shared/fleet.server'

interface PlanSource {
  call: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>
  catalogues(): Promise<Catalogues>
  /** The controllers of a retry; all when absent or empty. */
  only?: readonly string[]
}

/**
 * Plans a deployment. A retry (`only`) has no canary: the other controllers already wait for the first deployment.
 * Throws `ServiceError`.
 */
export async function rolloutFor(
  input: DeploymentInput,
  at: ParamsFor<'newDeployment'>,
  source: PlanSource,
): Promise<PlannedRollout> {
  const { only = [] } = source
  const { scheduledAt } = input
  if (scheduledAt && !canStartAt(scheduledAt, Date.now()))
    return { ...emptyRollout, plan: { rows: [], errors: { scheduledAt: ['errors:deployments.scheduledAt'] } } }
  const catalogues = await source.catalogues()
  const selection = await selectedDevices(input.choice, { ...source, catalogues, place: at, change: 'packages.deploy' })
  if (selection.tooMany) return tooManyRollout(selection.tooMany)
  const request = { ...selection, ...input, packages: catalogues.packages }
  if (only.length === 0) return planRollout(request)
  return planRollout({ ...request, devices: selection.devices.filter(({ id }) => only.includes(id)), first: null })
}

/** Plans the controllers of a deployment that still wait; null when none do. Throws `ServiceError`. */
export async function remainingRollout(
  at: ParamsFor<'deploymentRest'>,
  source: PlanSource,
): Promise<(PlannedRollout & { allowDowngrade: boolean }) | null> {
  const canary = await canaryOf(source, at)
  if (!canary?.input) return null
  const { choice, ...input } = canary.input
  const [catalogues, startedIds] = await Promise.all([source.catalogues(), deviceIdsIn(source, at)])
  const selection = await selectedDevices(choice, { ...source, catalogues, place: at, change: 'packages.goOn' })
  if (selection.tooMany) return { ...tooManyRollout(selection.tooMany), allowDowngrade: input.allowDowngrade }
  const devices = selection.devices.filter(({ id }) => !startedIds.has(id))
  const overrides = { first: null, scheduledAt: null }
  const rollout = planRollout({ ...selection, ...input, ...overrides, devices, packages: catalogues.packages })
  return {
    ...rollout,
    plan: applyCanary(rollout.plan, canary, source.only ?? []),
    allowDowngrade: input.allowDowngrade,
  }
}

const emptyRollout = { batches: [], waiting: 0 }
/** The empty rollout of a selection above the limit. */
const tooManyRollout = (tooMany: SelectionTooLarge): PlannedRollout => ({
  ...emptyRollout,
  plan: { rows: [], tooMany },
})

/**
 * Applies the result of the first controllers: nothing is sent while they run, and after failures a reason is required.
 * Once continued, only a retry of refused controllers is possible.
 */
function applyCanary(plan: Plan, { state, continuation }: Canary, only: readonly string[]): Plan {
  if (continuation && only.length === 0) return skipAll(plan, 'main:deployment.skip.goneOn')
  if (state === 'running') return skipAll(plan, 'main:deployment.skip.canaryRunning')
  if (state === 'well') return plan
  return { ...plan, needsReason: true, notes: ['main:deployment.rest.anyway', ...(plan.notes ?? [])] }
}

/** Returns the plan with every change skipped for the given reason. */
function skipAll(plan: Plan, because: string): Plan {
  const skipRow = (row: PlanRow): PlanRow => (row.effect === 'change' ? { ...row, effect: 'skip', because } : row)
  return { ...plan, rows: plan.rows.map(skipRow) }
}
