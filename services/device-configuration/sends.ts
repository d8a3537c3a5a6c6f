/** The sends of saved configuration as stored: every change of state is made here (domain §5.1, §5.4). */
import type { LogLine } from '../contracts/device-configuration'
import type { ConfigurationType, ProcessState, SendState } from '../contracts/site'
import { timestamp } from '../kit/clock'
import type { Store } from '../kit/store'
import type { World } from '../kit/world'
import { applyOrder, isSendTransition } from './send-states'
import { copyToRunning, copyToSent } from './snapshots'

/** How long a send waits for an offline controller, and then for a report of how it goes. */
export const sendTtlMs = 24 * 3_600_000
/** Lines stored per controller and type. */
const logLines = 1000

export interface SendStateRecord {
  device_id: string
  type: ConfigurationType
  tenant_id: string
  customer_id: string
  content_version: number
  sent_version: number
  applied_version: number
  send_state: SendState
  queued_at: number | null
  last_sent_time: number | null
  operation_id: string | null
  attempt: number
  file_name: string | null
  file_size: number | null
  process_state: ProcessState | null
}

/** The subjects of log lines. */
const subject = {
  gfx: 'The graphics file',
  network: 'The network settings',
  bacnet: 'The BACnet settings',
  time: 'The time settings',
  users: 'The admin user',
} as const satisfies Record<ConfigurationType, string>
const verb = (type: ConfigurationType) => (type === 'gfx' || type === 'users' ? 'was' : 'were')

/** Names the last send of a type among those of its controller. */
export const sendIdOf = ({ type, attempt }: Pick<SendStateRecord, 'type' | 'attempt'>): string => `${type}.${attempt}`

export function readState(store: Store, deviceId: string, type: ConfigurationType): SendStateRecord | undefined {
  return store.get<SendStateRecord>(
    'SELECT * FROM configuration_state WHERE device_id = ? AND type = ?',
    deviceId,
    type,
  )
}

/** Returns the states of one controller, in the order in which its types are applied. */
export function sendStatesOf(store: Store, deviceId: string): SendStateRecord[] {
  const rows = store.all<SendStateRecord>('SELECT * FROM configuration_state WHERE device_id = ?', deviceId)
  return rows.sort((a, b) => applyOrder.indexOf(a.type) - applyOrder.indexOf(b.type))
}

/** Marks the saved content of a type as changed. */
export function markContentChanged(store: Store, deviceId: string, type: ConfigurationType): void {
  store.run(
    'UPDATE configuration_state SET content_version = content_version + 1 WHERE device_id = ? AND type = ?',
    deviceId,
    type,
  )
}

/** Whether the saved content is not yet confirmed by the controller. */
export function isDirty(row: SendStateRecord): boolean {
  return row.content_version !== row.applied_version
}

/** Queues the saved content; the controller has 24 h to pick it up. */
export function queueSend(
  world: World,
  row: SendStateRecord,
  operationId: string,
  connected: boolean,
): SendStateRecord {
  const { store, clock } = world
  const now = clock.now()
  const attempt = row.attempt + 1
  move(store, row, 'queued')
  store.run(
    `UPDATE configuration_state SET sent_version = content_version, queued_at = ?, operation_id = ?, attempt = ?
     WHERE device_id = ? AND type = ?`,
    now,
    operationId,
    attempt,
    row.device_id,
    row.type,
  )
  copyToSent(store, row.device_id, row.type)
  scheduleExpiry(world, row)
  const queued: SendStateRecord = { ...row, send_state: 'queued', operation_id: operationId, attempt, queued_at: now }
  logSend(world, queued, {
    code: 'QUEUED',
    message: `${subject[row.type]} ${verb(row.type)} queued for sending.`,
    step: 'queue',
  })
  if (!connected) {
    const message = 'The controller is offline. The send waits for it for at most 24 hours.'
    logSend(world, queued, { level: 'warning', code: 'WAITING_FOR_CONTROLLER', message, step: 'queue' })
  }
  return queued
}

/** Marks a send as picked up by the controller. */
export function startSend(world: World, row: SendStateRecord): void {
  move(world.store, row, 'running')
  scheduleExpiry(world, row)
  const message = `${subject[row.type]} ${verb(row.type)} picked up by the controller.`
  logSend(world, row, { code: 'PICKED_UP', message, step: 'transfer' })
}

/** Marks a send as confirmed; anything saved since leaves the configuration dirty. */
export function succeedSend(world: World, row: SendStateRecord): void {
  move(world.store, row, 'succeed')
  world.jobs.cancel(expiryOf(row))
  recordApplied(world, row)
  const message = `${subject[row.type]} ${verb(row.type)} applied and confirmed.`
  logSend(world, row, { code: 'SUCCEEDED', message, step: 'confirm' })
}

/** Records that a controller has applied what counts as failed: the failure stays, and what runs there is known. */
export function recordLateSuccess(world: World, row: SendStateRecord): void {
  if (row.applied_version === row.sent_version) return
  recordApplied(world, row)
  const message = `${subject[row.type]} ${verb(row.type)} applied and confirmed after all.`
  logSend(world, row, { level: 'warning', code: 'APPLIED_LATE', message, step: 'confirm' })
}

function recordApplied(world: World, row: SendStateRecord): void {
  world.store.run(
    'UPDATE configuration_state SET applied_version = sent_version, last_sent_time = ? WHERE device_id = ? AND type = ?',
    world.clock.now(),
    row.device_id,
    row.type,
  )
  copyToRunning(world, row.device_id, row.type, row.sent_version === row.content_version)
}

/** Marks a send as failed, with the reason in the log. */
export function failSend(
  world: World,
  row: SendStateRecord,
  failure: { code: string; message: string; step: string },
): void {
  move(world.store, row, 'failed')
  world.jobs.cancel(expiryOf(row))
  logSend(world, row, { level: 'error', ...failure })
}

interface Line {
  level?: LogLine['level']
  code: string
  message: string
  step: string
}

/** The subject of a log: the sends of a kind of configuration, or the builds of graphics. */
export type LogName = ConfigurationType | 'gfx.build'

/** Writes one line to the log of a send. */
export function logSend(world: World, row: SendStateRecord, line: Line): void {
  writeLog(world, row, row.type, line)
}

/** Writes one line to the log of a build. */
export function logBuild(world: World, row: SendStateRecord, line: Line): void {
  writeLog(world, { ...row, operation_id: null }, 'gfx.build', line)
}

function writeLog(
  { store, clock }: World,
  row: SendStateRecord,
  name: LogName,
  { level = 'info', code, message, step }: Line,
) {
  store.run(
    `INSERT INTO send_log (device_id, tenant_id, customer_id, type, at, level, code, message, step, attempt, operation_id)
     VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
    row.device_id,
    row.tenant_id,
    row.customer_id,
    name,
    clock.now(),
    level,
    code,
    message,
    step,
    row.attempt,
    row.operation_id,
  )
}

interface LogRow {
  at: number
  level: LogLine['level']
  code: string | null
  message: string
  step: string | null
  attempt: number | null
  device_id: string
  operation_id: string | null
}

/** Returns the newest 1,000 lines of one log, newest last (domain §5.4). */
export function readLog(store: Store, deviceId: string, name: LogName): LogLine[] {
  const rows = store.all<LogRow>(
    'SELECT * FROM send_log WHERE device_id = ? AND type = ? ORDER BY id DESC LIMIT ?',
    deviceId,
    name,
    logLines,
  )
  return rows.reverse().map((row) => ({
    timestamp: timestamp(row.at),
    level: row.level,
    code: row.code,
    message: row.message,
    step: row.step,
    attempt: row.attempt,
    deviceId: row.device_id,
    operationId: row.operation_id,
  }))
}

/** Registers the job that fails a send nobody picked up within 24 h, or of which nobody heard the end. */
export function registerExpiry(world: World): void {
  world.jobs.onRealTime<{ deviceId: string; type: ConfigurationType }>('send.expire', ({ deviceId, type }) => {
    const row = readState(world.store, deviceId, type)
    if (row?.send_state === 'queued') {
      const message = 'The controller did not come back within 24 hours.'
      failSend(world, row, { code: 'TTL_EXPIRED', message, step: 'queue' })
      world.links.of(deviceId).workAborted(deviceId, sendIdOf(row))
    } else if (row?.send_state === 'running') {
      const message = 'The controller did not confirm the settings within 24 hours.'
      failSend(world, row, { code: 'NO_CONFIRMATION', message, step: 'confirm' })
      world.links.of(deviceId).workQueued(deviceId)
    }
  })
}

function scheduleExpiry({ jobs, clock }: World, { device_id, type }: SendStateRecord): void {
  jobs.schedule('send.expire', clock.now() + sendTtlMs, { deviceId: device_id, type }, expiryOf({ device_id, type }))
}

const expiryOf = (row: Pick<SendStateRecord, 'device_id' | 'type'>) => `send.expire:${row.device_id}:${row.type}`

function move(store: Store, row: SendStateRecord, to: SendState): void {
  if (!isSendTransition(row.send_state, to)) throw new Error(`A send cannot go from ${row.send_state} to ${to}`)
  store.run(
    'UPDATE configuration_state SET send_state = ? WHERE device_id = ? AND type = ?',
    to,
    row.device_id,
    row.type,
  )
}
