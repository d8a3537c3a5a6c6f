/** Onboarding as stored: every change of status and step is made here (domain §6.1). */
import type { OnboardingStatus, OnboardingStep, OnboardingStepName } from '../../contracts/onboarding'
import { fail } from '../../kit/api-error'
import { timestamp } from '../../kit/clock'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'

export const onboardingSchema = `
CREATE TABLE IF NOT EXISTS onboarding (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  tenant_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  host_id TEXT NOT NULL,
  status TEXT NOT NULL,
  -- each with its status, time and message, as a JSON list
  steps TEXT NOT NULL,
  requested_by_id TEXT,
  requested_by_name TEXT,
  requested_at INTEGER NOT NULL,
  completed_at INTEGER,
  failure_code TEXT
) STRICT;
`

export interface OnboardingRecord {
  device_id: string
  tenant_id: string
  customer_id: string
  host_id: string
  status: OnboardingStatus
  steps: string
  requested_by_id: string | null
  requested_by_name: string | null
  requested_at: number
  completed_at: number | null
  failure_code: string | null
}

/** In the order in which they run. */
export const stepNames: readonly OnboardingStepName[] = [
  'validate',
  'claim',
  'identity',
  'firstConnection',
  'inventory',
  'licence',
  'packages',
]

const moves: Record<OnboardingStatus, readonly OnboardingStatus[]> = {
  notOnboarded: ['pending'],
  pending: ['provisioning', 'failed', 'removed'],
  provisioning: ['awaitingConnection', 'failed', 'removed'],
  awaitingConnection: ['onboarded', 'failed', 'removed'],
  onboarded: ['removed'],
  failed: ['pending', 'removed'],
  removed: ['pending'],
}

/** The status while a step runs. */
const statusDuring: Record<OnboardingStepName, OnboardingStatus> = {
  validate: 'pending',
  claim: 'provisioning',
  identity: 'provisioning',
  firstConnection: 'awaitingConnection',
  inventory: 'awaitingConnection',
  licence: 'awaitingConnection',
  packages: 'awaitingConnection',
}

export const isOnboardingTransition = (from: OnboardingStatus, to: OnboardingStatus) => moves[from].includes(to)

export const isOnboardingActive = (status: OnboardingStatus) =>
  status === 'pending' || status === 'provisioning' || status === 'awaitingConnection'

export function readOnboarding(store: Store, deviceId: string): OnboardingRecord | undefined {
  return store.get<OnboardingRecord>('SELECT * FROM onboarding WHERE device_id = ?', deviceId)
}

export function stepsOf(row: OnboardingRecord): OnboardingStep[] {
  return JSON.parse(row.steps) as OnboardingStep[]
}

/** Returns the steps of an onboarding of which only the status is known. */
export function allSteps(status: OnboardingStep['status']): OnboardingStep[] {
  return stepNames.map((name) => ({ name, status, at: null, message: null }))
}

interface OnboardingStart {
  deviceId: string
  tenantId: string
  customerId: string
  hostId: string
  by: { id: string; fullName: string }
}

/** Begins an onboarding, for the first time or again. Throws on an illegal transition. */
export function beginOnboarding({ store, clock }: World, start: OnboardingStart): void {
  const before = readOnboarding(store, start.deviceId)
  requireMove(before?.status ?? 'notOnboarded', 'pending')
  const now = clock.now()
  const [first, ...rest] = allSteps('waiting')
  const steps = [{ ...first, status: 'running', at: timestamp(now) }, ...rest]
  store.run('DELETE FROM onboarding WHERE device_id = ?', start.deviceId)
  store.run(
    `INSERT INTO onboarding (device_id, tenant_id, customer_id, host_id, status, steps, requested_by_id,
       requested_by_name, requested_at) VALUES (?,?,?,?,'pending',?,?,?,?)`,
    start.deviceId,
    start.tenantId,
    start.customerId,
    start.hostId,
    JSON.stringify(steps),
    start.by.id,
    start.by.fullName,
    now,
  )
}

/** Completes the running step and begins the next; returns that one, or undefined when there is none. */
export function nextStep(world: World, row: OnboardingRecord, message: string): OnboardingStepName | undefined {
  const at = timestamp(world.clock.now())
  const steps = stepsOf(row)
  const running = steps.findIndex(({ status }) => status === 'running')
  const moved = steps.map((step, place): OnboardingStep => {
    if (place === running) return { ...step, status: 'done', at, message }
    if (place === running + 1) return { ...step, status: 'running', at }
    return step
  })
  const next = stepNames[running + 1]
  save(world, row, { status: next ? statusDuring[next] : 'onboarded', steps: moved })
  return next
}

/** Fails the running step, and with it the onboarding. */
export function failOnboarding(
  world: World,
  row: OnboardingRecord,
  { code, message }: { code: string; message: string },
) {
  const at = timestamp(world.clock.now())
  const steps = stepsOf(row).map((step): OnboardingStep => {
    if (step.status === 'running') return { ...step, status: 'failed', at, message }
    return step.status === 'waiting' ? { ...step, status: 'skipped' } : step
  })
  save(world, row, { status: 'failed', steps, code })
}

/** Records that a controller was onboarded before these records began. */
export function adoptOnboarding({ store, clock }: World, details: Omit<OnboardingStart, 'by'>): OnboardingRecord {
  store.run(
    `INSERT INTO onboarding (device_id, tenant_id, customer_id, host_id, status, steps, requested_at)
     VALUES (?,?,?,?,'onboarded',?,?)`,
    details.deviceId,
    details.tenantId,
    details.customerId,
    details.hostId,
    JSON.stringify(allSteps('done')),
    clock.now(),
  )
  return readOnboarding(store, details.deviceId) ?? fail(4005)
}

/** Marks the identity as removed; a running onboarding stops. */
export function markRemoved(world: World, row: OnboardingRecord): void {
  const steps = stepsOf(row).map(
    (step): OnboardingStep =>
      step.status === 'running' || step.status === 'waiting' ? { ...step, status: 'skipped' } : step,
  )
  save(world, row, { status: 'removed', steps })
}

interface OnboardingUpdate {
  status: OnboardingStatus
  steps: readonly OnboardingStep[]
  code?: string
}

function save({ store, clock }: World, row: OnboardingRecord, { status, steps, code }: OnboardingUpdate): void {
  if (status !== row.status) requireMove(row.status, status)
  store.run(
    'UPDATE onboarding SET status = ?, steps = ?, completed_at = ?, failure_code = ? WHERE device_id = ?',
    status,
    JSON.stringify(steps),
    isOnboardingActive(status) ? null : clock.now(),
    code ?? null,
    row.device_id,
  )
}

function requireMove(from: OnboardingStatus, to: OnboardingStatus): void {
  if (!isOnboardingTransition(from, to)) throw new Error(`An onboarding cannot go from ${from} to ${to}`)
}
