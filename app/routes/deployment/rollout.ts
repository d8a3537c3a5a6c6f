/** Plans a deployment to many controllers: the plan shown and the calls to send (domain §7.1). */
import type { Package } from '#contracts/package'
import type { DeploymentOperation } from '#contracts/site'
import type { Plan, PlanRow } from '~/change/plan'
import { firstOf } from '~/domain/deployment-canary'
import { type DevicePlan, type PlanRow as PackageRow, planDeployment } from '~/domain/deployment-plan'
import type { EnrichedDevice } from '~/domain/device'
import { type Wish, wishesOn } from './wishes'

export interface Rollout {
  plan: Plan
  /** One per call; all operations of a controller are in the same call. */
  batches: Batch[]
  /** How many controllers wait for the first ones. */
  held: number
}

export interface Batch {
  deviceIds: string[]
  operations: DeploymentOperation[]
}

/** The limit of operations per call (contract of `POST /devices/deployments`). */
const mostOperations = 1_000

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
export function planRollout(request: RolloutRequest): Rollout {
  const { devices, packages, wishes, update, allowDowngrade, missing, first } = request
  const isScheduled = request.scheduledAt !== null
  const planned = devices.map((device) => {
    const wanted = wishesOn(device, { wishes, update, packages })
    const [plan] = planDeployment({ devices: [device], packages, wanted, allowDowngrade, isScheduled }).devices
    return { device, plan: plan as DevicePlan }
  })
  const hasAdded = planned.some(({ plan }) => plan.rows.some(({ isAdded }) => isAdded))
  const able = planned.filter(({ plan }) => plan.operations.length > 0)
  const chosen = first === null ? able : firstOf(able, first, ({ device }) => device.type)
  const calls = batchesOf(chosen.map(({ plan }) => plan))
  const batches = first === null ? calls : calls.slice(0, 1)
  const begun = new Set(batches.flatMap(({ deviceIds }) => deviceIds))
  const held = able.length - begun.size
  const notes = [
    ...(held > 0 ? ['main:deployment.plan.held'] : []),
    ...(hasAdded ? ['main:deployment.plan.added'] : []),
    ...(missing > 0 ? ['main:deployment.plan.missing'] : []),
  ]
  return {
    plan: {
      rows: planned.flatMap((one) => {
        const isHeld = one.plan.operations.length > 0 && !begun.has(one.device.id)
        return rowsOf(one.device, one.plan, isHeld)
      }),
      notes,
    },
    batches,
    held,
  }
}

function rowsOf(device: EnrichedDevice, { rows }: DevicePlan, isHeld: boolean): PlanRow[] {
  const subject = {
    kind: 'device',
    id: device.id,
    name: device.name,
    path: device.path.map(({ id, name, type }) => ({ id, name, type })),
  }
  if (rows.length === 0)
    return [{ subject, effect: 'skip', because: 'main:deployment.skip.nothingOutdated', fields: [] }]
  const changed = rows.filter(({ action }) => action !== 'skip')
  const what = isHeld ? ({ effect: 'skip', timing: 'held' } as const) : ({ effect: 'change' } as const)
  const waits = device.isConnected || isHeld ? {} : { because: 'main:deployment.plan.waits' }
  const change: PlanRow[] = changed.length > 0 ? [{ subject, ...what, ...waits, fields: changed.map(fieldOf) }] : []
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

function batchesOf(plans: readonly DevicePlan[]): Batch[] {
  const batches: Batch[] = []
  for (const { deviceId, operations } of plans) {
    if (operations.length === 0) continue
    const last = batches.at(-1)
    if (last && last.operations.length + operations.length <= mostOperations) {
      last.deviceIds.push(deviceId)
      last.operations.push(...operations)
    } else {
      batches.push({ deviceIds: [deviceId], operations: [...operations] })
    }
  }
  return batches
}
