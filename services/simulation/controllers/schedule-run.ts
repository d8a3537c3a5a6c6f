/** How a controller accepts its schedules, and how they change at the controller itself (domain §3.1, §12.2, §12.3). */

import { weekdayOf } from '../../contracts/schedule-days'
import { intervalsOf } from '../../contracts/schedule-transitions'
import { localTimeAt } from '../../kit/local-time'
import type { World } from '../../kit/world'
import { scheduleReevaluation } from '../../operations/rules/reevaluation'
import { findHost, moveSync, replaceDocument } from '../../operations/schedules/records'
import { readController, stepDurationMs } from '../fleet/controller'
import { activeInjection, matchesNamed } from '../fleet/injections'

/** How long a save waits for a silent controller. */
const patienceMs = 24 * 3_600_000

type Step = 'take' | 'taken' | 'giveUp'

/**
 * Registers the jobs that sync schedules to a controller: about three seconds after the save, or when the link is back.
 */
export function registerSchedules(world: World): void {
  world.jobs.on<{ deviceId: string; step: Step }>('controller.schedules', ({ deviceId, step }) => {
    const controller = readController(world, deviceId)
    if (!controller) return
    if (step === 'giveUp') return void moveSync(world, deviceId, 'failed')
    if (controller.offline_since !== null) {
      moveSync(world, deviceId, 'pendingSend')
      return next(world, deviceId, { step: 'giveUp', inMs: patienceMs })
    }
    if (step === 'take') {
      if (moveSync(world, deviceId, 'sending'))
        next(world, deviceId, { step: 'taken', inMs: stepDurationMs(world, deviceId, 2) })
      return
    }
    const isRejected = activeInjection(world, deviceId, 'rejectConfig', matchesNamed({ type: 'schedules' }))
    moveSync(world, deviceId, isRejected ? 'failed' : 'inSync')
    scheduleReevaluation(world, deviceId)
  })

  world.jobs.on<{ deviceId: string; key?: string }>('controller.scheduleChange', ({ deviceId, key }) => {
    changeOnController(world, deviceId, key)
  })
}

function next({ jobs, clock }: World, deviceId: string, { step, inMs }: { step: Step; inMs: number }): void {
  jobs.schedule('controller.schedules', clock.now() + inMs, { deviceId, step }, `schedules:${deviceId}`)
}

/**
 * Simulates a change at the controller: switches a schedule (the first by default) on for today's weekday. Returns
 * whether there was one.
 */
export function changeOnController(world: World, deviceId: string, key?: string): boolean {
  const host = findHost(world, deviceId)
  const changed = host?.schedules.find((schedule) => key === undefined || schedule.key === key)
  if (!host || !changed) return false
  const today = weekdayOf(localTimeAt(world.clock.now(), host.timeZone).date) - 1
  const used = changed.weeklySchedule.flat().find(({ value }) => value !== changed.scheduleDefault)
  const on = used ? used.value : changed.valueType === 'boolean' ? true : changed.scheduleDefault
  const weeklySchedule = changed.weeklySchedule.map((intervals, day) =>
    day === today ? intervalsOf([{ time: 0, value: on }]) : intervals,
  )
  const schedules = host.schedules.map((schedule) =>
    schedule === changed ? { ...schedule, weeklySchedule } : schedule,
  )
  replaceDocument(world, host, { calendars: host.calendars, schedules, syncState: 'deviceChanged', by: null })
  world.jobs.cancel(`schedules:${deviceId}`)
  scheduleReevaluation(world, deviceId)
  return true
}
