/** Plans a deployment to many controllers: the plan shown and the calls to send (domain §7.1). */
import type { Package } from '#contracts/package'
import type { DeploymentOperation } from '#contracts/site'
import type { Plan, PlanRow } from '~/change/plan'
import { firstWave } from '~/domain/deployment-canary'
import { type DevicePlan, type PackagePlanRow as PackageRow, planDeployment } from '~/domain/deployment-plan'
import type { EnrichedDevice } from '~/domain/device'
import { type Wish, wishesFor } from './wishes'

export interface PlannedRollout {
  plan: Plan
  /** One per call; all operations of a controller are in the same call. */
  batches: DeploymentBatch[]
  /** How many controllers wait for the first ones. */
  waiting: number
}

export interface DeploymentBatch {
  deviceIds: string[]
  operations: DeploymentOperation[]
}

/** The limit of operations per call (contract of `POST /devices/deployments`). */
const maxOperations = 1_000

export interface RolloutRequest {
  devices: readonly EnrichedDevice[]
  packages: readonly Package[]
  wishes: readonly Wish[]
  /** Updates every outdated package to its newest supported version. */
  update: boolean
  allowDowngrade: boolean
  /** How many selected controllers no longer exist. */
  missing: number
  /**
   * How many controllers to start with while the others wait; null for all at once. They are sent in one call, as one
   * operation; fewer are started when their operations exceed the limit of a call.
   */
  first: number | null
  /** When it starts; null for at once. */
  scheduledAt: string | null
}

/** Returns the plan per controller, changes first, then skipped packages with the reason, and the calls to send. */
export function planRollout(request: RolloutRequest): PlannedRollout {
  const { devices, packages, wishes, update, allowDowngrade, missing, first } = request
  const isScheduled = request.scheduledAt !== null
  const devicePlans = devices.map((device) => {
    const packageWishes = wishesFor(device, { wishes, update, packages })
    const [plan] = planDeployment({
      devices: [device],
      packages,
      requests: packageWishes,
      allowDowngrade,
      isScheduled,
    }).devices
    return { device, plan: plan as DevicePlan }
  })
  const hasAdded = devicePlans.some(({ plan }) => plan.rows.some(({ isAdded }) => isAdded))
  const deployable = devicePlans.filter(({ plan }) => plan.operations.length > 0)
  const selected = first === null ? deployable : firstWave(deployable, first, ({ device }) => device.type)
  const calls = batchesOf(selected.map(({ plan }) => plan))
  const batches = first === null ? calls : calls.slice(0, 1)
  const startedIds = new Set(batches.flatMap(({ deviceIds }) => deviceIds))
  const waiting = deployable.length - startedIds.size
  const notes = [
    ...(waiting > 0 ? ['main:deployment.plan.held'] : []),
    ...(hasAdded ? ['main:deployment.plan.added'] : []),
    ...(missing > 0 ? ['main:deployment.plan.missing'] : []),
  ]
  return {
    plan: {
      rows: devicePlans.flatMap((one) => {
        const isWaiting = one.plan.operations.length > 0 && !startedIds.has(one.device.id)
        return rowsOf(one.device, one.plan, isWaiting)
      }),
      notes,
    },
    batches,
    waiting,
  }
}

function rowsOf(device: EnrichedDevice, { rows }: DevicePlan, isWaiting: boolean): PlanRow[] {
  const subject = {
    kind: 'device',
    id: device.id,
    name: device.name,
    path: device.path.map(({ id, name, type }) => ({ id, name, type })),
  }
  if (rows.length === 0)
    return [{ subject, effect: 'skip', because: 'main:deployment.skip.nothingOutdated', fields: [] }]
  const changed = rows.filter(({ action }) => action !== 'skip')
  const outcome = isWaiting ? ({ effect: 'skip', timing: 'held' } as const) : ({ effect: 'change' } as const)
  const reason = device.isConnected || isWaiting ? {} : { because: 'main:deployment.plan.waits' }
  const change: PlanRow[] = changed.length > 0 ? [{ subject, ...outcome, ...reason, fields: changed.map(fieldOf) }] : []
  const reasons = [...new Set(rows.flatMap(({ action, because }) => (action === 'skip' && because ? [because] : [])))]
  return [
    ...change,
    ...reasons.map(
      (because): PlanRow => ({
        subject,
        effect: because === 'sameVersion' ? 'same' : 'skip',
        because: `main:deployment.skip.${because}`,
        fields: rows.filter((row) => row.because === because).map(fieldOf),
      }),
    ),
  ]
}

const fieldOf = ({ displayName, from, to }: PackageRow) => ({ name: displayName, from, to })

function batchesOf(plans: readonly DevicePlan[]): DeploymentBatch[] {
  const batches: DeploymentBatch[] = []
  for (const { deviceId, operations } of plans) {
    if (operations.length === 0) continue
    const last = batches.at(-1)
    if (last && last.operations.length + operations.length <= maxOperations) {
      last.deviceIds.push(deviceId)
      last.operations.push(...operations)
    } else {
      batches.push({ deviceIds: [deviceId], operations: [...operations] })
    }
  }
  return batches
}
