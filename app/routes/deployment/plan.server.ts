/** Plans a deployment from current data, for the form and for the CSV file of the plan. */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import type { Catalogues } from '~/backend/catalogues.server'
import type { Input } from '~/backend/transport.server'
import type { Plan, PlanRow } from '~/change/plan'
import { canBegin } from '~/domain/deployment-start'
import type { TooMany } from '~/domain/selection'
import type { ParamsFor } from '~/paths'
import { deviceIdsIn } from '~/things/deployment/fleet.server'
import { chosenDevices } from '~/things/device/chosen-devices.server'
import { type Canary, canaryOf } from './canary.server'
import type { AskedFor } from './form'
import { planRollout, type Rollout } from './rollout'

interface Given {
  ask: <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>
  catalogues(): Promise<Catalogues>
  /** The controllers of a retry; all when absent or empty. */
  only?: readonly string[]
}

/**
 * Plans a deployment. A retry (`only`) has no canary: the other controllers already wait for the first deployment.
 * Throws `ServiceError`.
 */
export async function planOf(asked: AskedFor, at: ParamsFor<'newDeployment'>, given: Given): Promise<Rollout> {
  const { only = [] } = given
  const { scheduledAt } = asked
  if (scheduledAt && !canBegin(scheduledAt, Date.now()))
    return { ...none, plan: { rows: [], errors: { scheduledAt: ['errors:deployments.scheduledAt'] } } }
  const catalogues = await given.catalogues()
  const chosen = await chosenDevices(asked.choice, { ...given, catalogues, place: at, change: 'packages.deploy' })
  if (chosen.tooMany) return noneOf(chosen.tooMany)
  const request = { ...chosen, ...asked, packages: catalogues.packages }
  if (only.length === 0) return planRollout(request)
  return planRollout({ ...request, devices: chosen.devices.filter(({ id }) => only.includes(id)), first: null })
}

/** Plans the controllers of a deployment that still wait; null when none do. Throws `ServiceError`. */
export async function restOf(
  at: ParamsFor<'deploymentRest'>,
  given: Given,
): Promise<(Rollout & { allowDowngrade: boolean }) | null> {
  const canary = await canaryOf(given, at)
  if (!canary?.asked) return null
  const { choice, ...asked } = canary.asked
  const [catalogues, begun] = await Promise.all([given.catalogues(), deviceIdsIn(given, at)])
  const chosen = await chosenDevices(choice, { ...given, catalogues, place: at, change: 'packages.goOn' })
  if (chosen.tooMany) return { ...noneOf(chosen.tooMany), allowDowngrade: asked.allowDowngrade }
  const devices = chosen.devices.filter(({ id }) => !begun.has(id))
  const now = { first: null, scheduledAt: null }
  const rollout = planRollout({ ...chosen, ...asked, ...now, devices, packages: catalogues.packages })
  return { ...rollout, plan: judged(rollout.plan, canary, given.only ?? []), allowDowngrade: asked.allowDowngrade }
}

const none = { batches: [], held: 0 }
/** The empty rollout of a selection above the limit. */
const noneOf = (tooMany: TooMany): Rollout => ({ ...none, plan: { rows: [], tooMany } })

/**
 * Applies the result of the first controllers: nothing is sent while they run, and after failures a reason is required.
 * Once continued, only a retry of refused controllers is possible.
 */
function judged(plan: Plan, { state, goneOn }: Canary, only: readonly string[]): Plan {
  if (goneOn && only.length === 0) return without(plan, 'main:deployment.skip.goneOn')
  if (state === 'running') return without(plan, 'main:deployment.skip.canaryRunning')
  if (state === 'well') return plan
  return { ...plan, needsReason: true, notes: ['main:deployment.rest.anyway', ...(plan.notes ?? [])] }
}

/** Returns the plan with every change skipped for the given reason. */
function without(plan: Plan, because: string): Plan {
  const left = (row: PlanRow): PlanRow => (row.effect === 'change' ? { ...row, effect: 'skip', because } : row)
  return { ...plan, rows: plan.rows.map(left) }
}
