/**
 * How a controller takes its schedules: at the pace of a real one, all or nothing, and it runs them from then on; and how
 * they change at the controller itself (domain §3.1, §12.2, §12.3).
 */

import { weekdayOf } from '../../contracts/schedule-days'
import { intervalsOf } from '../../contracts/schedule-transitions'
import { localTimeAt } from '../../kit/local-time'
import type { World } from '../../kit/world'
import { LinkError, type ScheduleContent } from '../../link/port'
import { beginScheduleRun, scheduleRunsOf } from '../building/schedule-levels'
import { readController, stepDurationMs } from '../fleet/controller'
import { activeInjection, matchesNamed } from '../fleet/injections'
import { reportsOf } from '../fleet/reports'
import { schedulesJob, schedulesJobId } from '../fleet/wake'

/** Schedules on their way to a controller, and who waits for its answer. */
interface Transfer {
  content: ScheduleContent
  answer(refusal?: LinkError): void
}

const transfers = new WeakMap<World, Map<string, Transfer>>()

function transfersOf(world: World): Map<string, Transfer> {
  const own = transfers.get(world) ?? new Map<string, Transfer>()
  transfers.set(world, own)
  return own
}

/** Answers those who wait for what is on its way to a controller. */
function answer(world: World, deviceId: string, refusal?: LinkError): void {
  const own = transfersOf(world)
  own.get(deviceId)?.answer(refusal)
  own.delete(deviceId)
}

/**
 * Sends schedules to a controller; resolves once it has taken them, and rejects when it is silent or refuses them. Those
 * that were on their way before a restart arrive as if there had been none; who waited for earlier ones is answered with
 * these.
 */
export function receiveSchedules(world: World, deviceId: string, content: ScheduleContent): Promise<null> {
  const controller = readController(world, deviceId)
  const earlier = transfersOf(world).get(deviceId)
  return new Promise((resolve, reject) => {
    transfersOf(world).set(deviceId, {
      content,
      answer(refusal) {
        earlier?.answer(refusal)
        if (refusal) reject(refusal)
        else resolve(null)
      },
    })
    if (!controller) answer(world, deviceId, new LinkError('unsupported'))
    else if (controller.offline_since !== null) answer(world, deviceId, new LinkError('unreachable'))
    else if (!world.store.get('SELECT 1 FROM job WHERE id = ?', schedulesJobId(deviceId))) {
      const arrivesAt = world.clock.now() + stepDurationMs(world, deviceId, 2)
      world.jobs.schedule(schedulesJob, arrivesAt, { deviceId, step: 'taken' }, schedulesJobId(deviceId))
    }
  })
}

/** Registers the jobs at which a controller is ready for schedules, takes them, or changes them itself. */
export function registerSchedules(world: World): void {
  world.jobs.on<{ deviceId: string; step: 'take' | 'taken' }>(schedulesJob, ({ deviceId, step }) => {
    world.jobs.endTurn()
    if (step === 'take') return reportsOf(world).ready(deviceId, 'schedules')
    const transfer = transfersOf(world).get(deviceId)
    const controller = readController(world, deviceId)
    if (!transfer || !controller) return
    if (controller.offline_since !== null) return answer(world, deviceId, new LinkError('unreachable'))
    if (activeInjection(world, deviceId, 'rejectConfig', matchesNamed({ type: 'schedules' })))
      return answer(world, deviceId, new LinkError('refused'))
    beginScheduleRun(world, deviceId, transfer.content)
    answer(world, deviceId)
  })

  world.jobs.on<{ deviceId: string; key?: string }>('controller.scheduleChange', ({ deviceId, key }) => {
    changeOnController(world, deviceId, key)
  })
}

/**
 * Simulates a change at the controller: switches a schedule (the first by default) on for today's weekday. Returns
 * whether there was one.
 */
export function changeOnController(world: World, deviceId: string, key?: string): boolean {
  const now = world.clock.now()
  const site = world.store.get<{ time_zone: string }>(
    'SELECT time_zone FROM device JOIN site ON site.id = device.site_id WHERE device.id = ?',
    deviceId,
  )
  const run = scheduleRunsOf(world, deviceId, now + 1).at(-1)
  const changed = run?.schedules.find((schedule) => key === undefined || schedule.key === key)
  if (!site || !run || !changed) return false
  const today = weekdayOf(localTimeAt(now, site.time_zone).date) - 1
  const used = changed.weeklySchedule.flat().find(({ value }) => value !== changed.scheduleDefault)
  const on = used ? used.value : changed.valueType === 'boolean' ? true : changed.scheduleDefault
  const weeklySchedule = changed.weeklySchedule.map((intervals, day) =>
    day === today ? intervalsOf([{ time: 0, value: on }]) : intervals,
  )
  const schedules = run.schedules.map((schedule) => (schedule === changed ? { ...schedule, weeklySchedule } : schedule))
  const content = { calendars: run.calendars, schedules }
  world.jobs.cancel(schedulesJobId(deviceId))
  beginScheduleRun(world, deviceId, content)
  reportsOf(world).schedulesChanged(deviceId, content)
  answer(world, deviceId, new LinkError('unreachable'))
  return true
}
