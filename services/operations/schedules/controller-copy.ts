/**
 * The schedules of a controller of another maker, as it has them: a change there replaces the document, unless a save
 * waits for the controller, which then decides object by object.
 */
import { calendarPartTexts, exceptionText, schedulePartTexts } from '../../contracts/schedule-parts'
import type { Calendar, Schedule, ScheduleDelivery, ScheduleException, SyncState } from '../../contracts/schedules'
import type { World } from '../../kit/world'
import type { ReadSchedules, ScheduleContent, ScheduleState } from '../../link/port'
import { findHost, replaceDocument, type ScheduleHost } from './records'

type Content = Pick<ScheduleHost, 'calendars' | 'schedules'>

interface CopyRow {
  calendars: string
  schedules: string
}

/** Returns what a controller had when it was read last; null when it never was. */
export function findCopy({ store }: Pick<World, 'store'>, deviceId: string): Content | null {
  const row = store.get<CopyRow>('SELECT calendars, schedules FROM controller_schedule WHERE device_id = ?', deviceId)
  if (!row) return null
  return contentOf(row)
}

const contentOf = ({ calendars, schedules }: CopyRow): Content => ({
  calendars: JSON.parse(calendars) as Calendar[],
  schedules: JSON.parse(schedules) as Schedule[],
})

/** How many attempts are kept: a controller that lost the answers to more may be found changed by itself. */
const maxAttempts = 20

/**
 * Records that a document is on its way to a controller. Returns what that had when it was read last, null when it never
 * was, and all that was sent to it since, of which it may have any part, although it did not answer.
 */
export function beginAttempt(
  world: World,
  { deviceId, version, calendars, schedules }: ScheduleHost,
): { base: Content | null; attempts: Content[] } {
  const { store } = world
  const base = findCopy(world, deviceId)
  if (!base) return { base, attempts: [] }
  const contents = [JSON.stringify(calendars), JSON.stringify(schedules)]
  store.run('INSERT OR REPLACE INTO schedule_attempt VALUES (?,?,?,?)', deviceId, version, ...contents)
  store.run('DELETE FROM schedule_attempt WHERE device_id = ? AND version <= ?', deviceId, version - maxAttempts)
  const rows = store.all<CopyRow>('SELECT calendars, schedules FROM schedule_attempt WHERE device_id = ?', deviceId)
  return { base, attempts: rows.map(contentOf) }
}

/** Records what a controller has. Returns whether a save still waits for it. */
export function recordSchedules(world: World, deviceId: string, read: ReadSchedules): { isWaiting: boolean } {
  const host = findHost(world, deviceId)
  if (!host) return { isWaiting: false }
  const copy = findCopy(world, deviceId)
  const isWaiting = host.syncState === 'pendingSend' || host.syncState === 'sending'
  // A save compares with what was there before it.
  if (isWaiting && copy) return { isWaiting: host.syncState === 'pendingSend' }
  storeCopy(world, host, read)
  const own = withNames(read, host)
  if (JSON.stringify([own.calendars, own.schedules]) === JSON.stringify([host.calendars, host.schedules])) {
    if (!copy) replace(world, host, own, 'inSync')
    return { isWaiting: false }
  }
  const isSame = textOf(own) === textOf(host)
  const isChangedThere = copy !== null && textOf(copy) !== textOf(read) && !isSame
  // After a refusal, the document stays what was requested, until the controller has something else again.
  if (host.syncState === 'failed' && !isChangedThere && !isSame) return { isWaiting: false }
  if (isSame) replace(world, host, own, host.syncState === 'deviceChanged' ? 'deviceChanged' : 'inSync')
  else replace(world, host, own, isChangedThere ? 'deviceChanged' : 'inSync')
  return { isWaiting: false }
}

/** Records how a controller took the document that was sent to it, and what it has since. */
export function recordSent(
  world: World,
  sent: ScheduleHost,
  { deliveries, read }: { deliveries: readonly ScheduleDelivery[]; read: ReadSchedules },
): SyncState {
  const { deviceId } = sent
  const failed = deliveries.filter(({ outcome }) => outcome !== 'written')
  const isChangedThere = failed.some(({ outcome }) => outcome === 'changedThere')
  const host = findHost(world, deviceId)
  const isReplaced = host?.eTag !== sent.eTag
  // A document saved meanwhile is kept, and its own delivery comes upon the change: it compares with what was before it.
  if (isReplaced && isChangedThere) return 'deviceChanged'
  storeCopy(world, sent, read)
  world.store.run('UPDATE controller_schedule SET deliveries = ? WHERE device_id = ?', JSON.stringify(failed), deviceId)
  if (host && isChangedThere) replace(world, host, withNames(read, host), 'deviceChanged')
  if (isChangedThere) return 'deviceChanged'
  return failed.length > 0 ? 'failed' : 'inSync'
}

/** Records what a controller states of its schedules. */
export function recordScheduleStates({ store }: World, deviceId: string, states: readonly ScheduleState[]): void {
  store.run('UPDATE controller_schedule SET states = ? WHERE device_id = ?', JSON.stringify(states), deviceId)
}

/** Stores what a controller has, after all that was sent to it up to a document. */
function storeCopy(
  { store, clock }: World,
  { deviceId, version }: ScheduleHost,
  { calendars, schedules, unreadable }: ReadSchedules,
): void {
  store.run('DELETE FROM schedule_attempt WHERE device_id = ? AND version <= ?', deviceId, version)
  store.run(
    `INSERT INTO controller_schedule (device_id, calendars, schedules, unreadable, states, deliveries, read_at)
     VALUES (?,?,?,?,'[]','[]',?)
     ON CONFLICT (device_id) DO UPDATE SET calendars = excluded.calendars, schedules = excluded.schedules,
       unreadable = excluded.unreadable, read_at = excluded.read_at`,
    deviceId,
    JSON.stringify(calendars),
    JSON.stringify(schedules),
    JSON.stringify(unreadable),
    clock.now(),
  )
}

function replace(world: World, host: ScheduleHost, content: Content, syncState: SyncState): void {
  replaceDocument(world, host, { ...content, syncState, by: null })
  if (syncState !== 'inSync') return
  const now = world.clock.now()
  world.store.run('UPDATE host_schedule SET last_synced_at = ? WHERE device_id = ?', now, host.deviceId)
  world.store.run(`UPDATE controller_schedule SET deliveries = '[]' WHERE device_id = ?`, host.deviceId)
}

/** Returns the schedules of a controller with the names and keys that their exceptions have in the document. */
function withNames({ calendars, schedules }: ScheduleContent, host: Content): Content {
  return {
    calendars: [...calendars],
    schedules: schedules.map((schedule) => {
      const known = host.schedules.find(({ objectInstance }) => objectInstance === schedule.objectInstance)
      return known ? { ...schedule, exceptionSchedule: namedExceptions(schedule, known) } : schedule
    }),
  }
}

function namedExceptions(schedule: Schedule, known: Schedule): ScheduleException[] {
  const textOfException = (one: ScheduleException, { scheduleDefault }: Schedule) =>
    exceptionText(one, scheduleDefault, calendarInstance)
  const named = known.exceptionSchedule.map((one) => ({ one, text: textOfException(one, known) }))
  const used = new Set(known.exceptionSchedule.map(({ key }) => key))
  let number = 0
  const freeKey = () => {
    do number += 1
    while (used.has(`exc-${number}`))
    return `exc-${number}`
  }
  return schedule.exceptionSchedule.map((exception) => {
    const text = textOfException(exception, schedule)
    const at = named.findIndex((one) => one.text === text)
    const [match] = named.splice(at, at < 0 ? 0 : 1)
    return match?.one ?? { ...exception, key: freeKey() }
  })
}

/** Keys of calendars that a link reads name their instance. */
const calendarInstance = (key: string) => Number(key.replace(/\D/g, ''))

/** Returns what schedules say to a controller, for comparison. */
const textOf = ({ calendars, schedules }: ScheduleContent) =>
  JSON.stringify([
    calendars.map((one) => [one.objectInstance, calendarPartTexts(one), one.onController?.keptEntries]),
    schedules.map((one) => [
      one.objectInstance,
      schedulePartTexts(one, calendarInstance),
      one.onController?.keptEntries,
      one.onController?.keptTargets,
    ]),
  ])
