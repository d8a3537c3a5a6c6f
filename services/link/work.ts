/**
 * What controllers are to do, one thing at a time: the first of what is queued is requested from the link, whose reports
 * move it. What a crash of either side interrupts is requested again under the same id.
 */

import { contentToSend, isSendOpen, recordSendReport } from '../device-configuration/send-reports'
import { failSend, sendIdOf, sendStatesOf } from '../device-configuration/sends'
import type { World } from '../kit/world'
import { failDeployment, firstDeployment, readDeployment } from '../site/deployments/records'
import { deploymentToRequest, recordDeploymentReport } from '../site/deployments/reports'
import { isInProgress } from '../site/deployments/status'
import { giveUpOnboarding, onboardingToRequest, openOnboarding, recordOnboardingReport } from '../site/onboarding/run'
import { isSettingsBackupOpen, openSettingsBackups, readBackup } from '../site/templates/records'
import {
  type DeploymentReport,
  LinkError,
  type OnboardingReport,
  type RequestWork,
  type SendReport,
  type SettingsBackupReport,
  type WorkProgress,
} from './port'
import { simulatedProtocol } from './registry'
import {
  failSettingsBackup,
  recordSettingsBackupReport,
  registerBackupExpiry,
  settingsBackupToRequest,
} from './settings-backups'

export const workSchema = `
-- what each controller was requested to do last
CREATE TABLE IF NOT EXISTS controller_work (
  device_id TEXT PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- how often its link was requested to do it since it moved
  requests INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
`

/** A link that does not answer is tried again after this time. */
const retryMs = 30_000
/** Work that was requested this often without a report that moved it has failed. */
const maxRequests = 20

interface Work {
  kind: 'send' | 'deployment' | 'onboarding' | 'backup'
  id: string
}

interface Failure {
  code: string
  message: string
}

/** How the services keep one kind of work. */
interface WorkKind {
  /** Whether it is queued or in progress. */
  isOpen(world: World, deviceId: string, id: string): boolean
  request(world: World, deviceId: string, id: string): Promise<void>
  fail(world: World, deviceId: string, id: string, failure: Failure): void
}

const findSend = ({ store }: World, deviceId: string, id: string) =>
  sendStatesOf(store, deviceId).find((row) => sendIdOf(row) === id)

const findBackup = ({ store }: World, deviceId: string, id: string) => {
  const row = readBackup(store, id)
  return row?.source_id === deviceId ? row : undefined
}

const kinds: Record<Work['kind'], WorkKind> = {
  send: {
    isOpen(world, deviceId, id) {
      const row = findSend(world, deviceId, id)
      return row !== undefined && isSendOpen(row)
    },
    async request(world, deviceId, id) {
      const row = findSend(world, deviceId, id)
      if (!row) return
      const content = contentToSend(world, row)
      await world.links.of(deviceId).sendConfiguration(deviceId, { id, type: row.type, content })
    },
    fail(world, deviceId, id, failure) {
      const row = findSend(world, deviceId, id)
      if (row) failSend(world, row, { ...failure, step: 'transfer' })
    },
  },
  deployment: {
    isOpen(world, _deviceId, id) {
      const row = readDeployment(world.store, id)
      return row !== undefined && isInProgress(row.status)
    },
    request: (world, deviceId, id) => world.links.of(deviceId).deploy(deviceId, deploymentToRequest(world, id)),
    fail: (world, _deviceId, id, { message }) => failDeployment(world, id, message),
  },
  onboarding: {
    isOpen: (world, deviceId, id) => openOnboarding(world, deviceId) === id,
    async request(world, deviceId) {
      const order = onboardingToRequest(world, deviceId)
      if (order) await world.links.of(deviceId).onboard(deviceId, order)
    },
    fail: (world, deviceId, _id, failure) => giveUpOnboarding(world, deviceId, failure),
  },
  backup: {
    isOpen(world, deviceId, id) {
      const row = findBackup(world, deviceId, id)
      return row !== undefined && isSettingsBackupOpen(row)
    },
    async request(world, deviceId, id) {
      const row = findBackup(world, deviceId, id)
      if (row) await world.links.of(deviceId).backUpSettings(deviceId, settingsBackupToRequest(row))
    },
    fail(world, deviceId, id, failure) {
      const row = findBackup(world, deviceId, id)
      if (row) failSettingsBackup(world, row, failure)
    },
  },
}

/** Returns whether a controller has anything to do. */
export const hasWork = (world: World, deviceId: string): boolean => firstWork(world, deviceId) !== null

/** Returns what kind of work a controller was requested to do last, under an id; null when it is over or another. */
export function requestedWork(world: World, deviceId: string, workId: string): Work['kind'] | null {
  const last = world.store.get<Work>(
    'SELECT kind, id FROM controller_work WHERE device_id = ? AND id = ?',
    deviceId,
    workId,
  )
  return last && kinds[last.kind].isOpen(world, deviceId, last.id) ? last.kind : null
}

/**
 * Requests from the link of a connected controller what it was requested to do last, or the next of what is queued. The
 * link is called after the transaction of its own; that of the simulation may run within another.
 */
export function beginWork(world: World, deviceId: string): void {
  const work = world.store.transaction(() => takeWork(world, deviceId))
  if (!work) return
  world.inFlight
    .track(() => kinds[work.kind].request(world, deviceId, work.id))
    .catch((error: unknown) => afterRefusal(world, deviceId, { work, error }))
}

/** Records what a link reports of a send; the next work begins when it is over. */
export function recordSendProgress(world: World, deviceId: string, report: SendReport): void {
  const row = findSend(world, deviceId, report.sendId)
  if (row) follow(world, deviceId, recordSendReport(world, row, report))
}

/** Records what a link reports of a deployment; the next work begins when it is over. */
export function recordDeploymentProgress(world: World, deviceId: string, report: DeploymentReport): void {
  const row = readDeployment(world.store, report.deploymentId)
  if (row?.device_id === deviceId) follow(world, deviceId, recordDeploymentReport(world, row, report))
}

/** Records what a link reports of an onboarding; what waits for the controller begins when it is over. */
export function recordOnboardingProgress(world: World, deviceId: string, report: OnboardingReport): void {
  if (openOnboarding(world, deviceId) === report.onboardingId)
    follow(world, deviceId, recordOnboardingReport(world, deviceId, report))
}

/** Records what a link reports of a backup of settings; the next work begins when it is over. */
export function recordSettingsBackupProgress(world: World, deviceId: string, report: SettingsBackupReport): void {
  const row = findBackup(world, deviceId, report.backupId)
  if (row) follow(world, deviceId, recordSettingsBackupReport(world, row, report))
}

/** Fails the backups of a controller that fell silent, unless they wait for work that may silence it for a while. */
export function failSilentBackups(world: World, deviceId: string): void {
  const last = findWork(world, deviceId)
  if (last && last.kind !== 'backup' && kinds[last.kind].isOpen(world, deviceId, last.id)) return
  for (const row of openSettingsBackups(world.store, deviceId)) {
    failSettingsBackup(world, row, { code: 'CONNECTION_LOST', message: 'The controller fell silent.' })
    world.links.of(deviceId).workAborted(deviceId, row.id)
  }
}

/** Returns the function that requests work of links that do not pace themselves. */
export const createWorkRequests =
  ({ jobs, clock }: World): RequestWork =>
  (deviceId, at = clock.now()) =>
    void jobs.schedule(requestJob, at, { deviceId }, `${requestJob}:${deviceId}${at > clock.now() ? `:${at}` : ''}`)

const requestJob = 'work.request'

/** Registers the job that requests work after the transaction in which it was queued. */
export function registerWork(world: World): void {
  registerBackupExpiry(world)
  world.jobs.onRealTime<{ deviceId: string }>(requestJob, ({ deviceId }) => {
    setImmediate(() => {
      if (!world.inFlight.shutdown.aborted) beginWork(world, deviceId)
    })
  })
}

/** Requests again what a crash interrupted; the simulation keeps its own jobs. */
export function resumeWork(world: World): void {
  const rows = world.store.all<{ id: string }>(
    `SELECT device_id AS id FROM controller_work JOIN device ON device.id = device_id WHERE protocol <> ?`,
    simulatedProtocol,
  )
  for (const { id } of rows) if (hasWork(world, id)) world.links.of(id).workQueued(id)
}

/** Begins the next work when one is over; one that moves may be requested as often again. */
function follow(world: World, deviceId: string, progress: WorkProgress): void {
  if (progress === 'over') beginNext(world, deviceId)
  if (progress === 'moved') world.store.run('UPDATE controller_work SET requests = 1 WHERE device_id = ?', deviceId)
}

/** Forgets what a controller did, and begins what waits. */
function beginNext(world: World, deviceId: string): void {
  world.store.run('DELETE FROM controller_work WHERE device_id = ?', deviceId)
  world.links.of(deviceId).workQueued(deviceId)
}

/** Returns what a controller was requested to do last. */
const findWork = ({ store }: World, deviceId: string) =>
  store.get<Work & { requests: number }>('SELECT kind, id, requests FROM controller_work WHERE device_id = ?', deviceId)

/** Returns what to request of a controller that is connected or to be onboarded; null for nothing. */
function takeWork(world: World, deviceId: string): Work | null {
  const { store } = world
  const isConnected = store.get(
    'SELECT 1 FROM device WHERE id = ? AND onboarded = 1 AND offline_since IS NULL',
    deviceId,
  )
  if (!isConnected && openOnboarding(world, deviceId) === null) return null
  const last = findWork(world, deviceId)
  if (last && kinds[last.kind].isOpen(world, deviceId, last.id)) {
    if (last.requests < maxRequests) {
      store.run('UPDATE controller_work SET requests = requests + 1 WHERE device_id = ?', deviceId)
      return last
    }
    kinds[last.kind].fail(world, deviceId, last.id, {
      code: 'LINK_ENDED',
      message: `The link of the controller did not end this in ${maxRequests} attempts.`,
    })
  }
  const next = firstWork(world, deviceId)
  if (next)
    store.run(
      'INSERT OR REPLACE INTO controller_work (device_id, kind, id) VALUES (?,?,?)',
      deviceId,
      next.kind,
      next.id,
    )
  return next
}

/** Returns what is in progress, or else the earliest request; the types of one send in the order of domain §5.3. */
function firstWork(world: World, deviceId: string): Work | null {
  const { store, clock } = world
  const onboarding = openOnboarding(world, deviceId)
  if (onboarding !== null) return { kind: 'onboarding', id: onboarding }
  const sends = sendStatesOf(store, deviceId).filter(isSendOpen)
  const running = sends.find(({ send_state }) => send_state === 'running')
  if (running) return { kind: 'send', id: sendIdOf(running) }
  const deployment = firstDeployment(store, deviceId, clock.now())
  if (deployment?.hasBegun) return { kind: 'deployment', id: deployment.id }
  const [backup] = openSettingsBackups(store, deviceId)
  if (backup?.state === 'running') return { kind: 'backup', id: backup.id }
  const [send] = sends
  const waiting: (Work & { at: number })[] = [
    ...(deployment ? [{ kind: 'deployment' as const, id: deployment.id, at: deployment.requestedAt }] : []),
    ...(backup ? [{ kind: 'backup' as const, id: backup.id, at: backup.created_at }] : []),
    ...(send
      ? [{ kind: 'send' as const, id: sendIdOf(send), at: Math.min(...sends.map(({ queued_at }) => queued_at ?? 0)) }]
      : []),
  ]
  return waiting.sort((one, other) => one.at - other.at)[0] ?? null
}

/** Work that is refused has failed; a link that does not answer is tried again. */
function afterRefusal(world: World, deviceId: string, { work, error }: { work: Work; error: unknown }): void {
  const isRefusal = error instanceof LinkError
  if (!isRefusal) world.log.error({ err: error, deviceId, work }, 'work was not requested of a controller')
  world.store.transaction(() => {
    if (isRefusal && error.refusal === 'unreachable')
      return createWorkRequests(world)(deviceId, world.clock.now() + retryMs)
    if (!kinds[work.kind].isOpen(world, deviceId, work.id)) return
    const answer = isRefusal && error.answer ? ` It answered ${error.answer}.` : ''
    kinds[work.kind].fail(world, deviceId, work.id, {
      code: isRefusal && error.refusal === 'unsupported' ? 'NOT_SUPPORTED' : 'REFUSED',
      message: `The controller did not accept this.${answer}`,
    })
    beginNext(world, deviceId)
  })
}
