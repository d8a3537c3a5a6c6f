/** Saving the schedules of a controller of another maker: only objects that it has, and only what may be written. */
import type { ScheduleProblems } from '../../contracts/schedule-interval-checks'
import {
  calendarPartTexts,
  differingParts,
  type SchedulePartName,
  schedulePartTexts,
} from '../../contracts/schedule-parts'
import type { Calendar, Schedule } from '../../contracts/schedules'
import { fail } from '../../kit/api-error'
import type { OnController } from './on-controller'
import type { ScheduleHost } from './records'

interface Document {
  calendars: Calendar[]
  schedules: Schedule[]
}

/**
 * Returns a document as saved, with what only the controller determines. Throws 4310 for a schedule or calendar that it
 * does not have, and when one of its own is missing: none can be created or deleted there.
 */
export function ofController(host: ScheduleHost, { calendars, schedules }: Document): Document {
  return {
    calendars: matched(host.calendars, calendars).map(({ known, saved }) => ({
      ...saved,
      objectInstance: known.objectInstance,
      onController: known.onController,
    })),
    schedules: matched(host.schedules, schedules).map(({ known, saved }) => ({
      ...saved,
      objectInstance: known.objectInstance,
      valueType: known.valueType,
      facets: known.facets,
      listOfObjectPropertyReferences: saved.listOfObjectPropertyReferences.map((one) => ({ ...one, pointId: null })),
      onController: known.onController,
    })),
  }
}

function matched<One extends { key: string }>(known: readonly One[], saved: readonly One[]) {
  const byKey = new Map(known.map((one) => [one.key, one]))
  if (saved.length !== known.length) fail(4310)
  return saved.map((one) => ({ saved: one, known: byKey.get(one.key) ?? fail(4310) }))
}

/**
 * Returns the problems of what a save changes: objects that may not be written, parts that the controller fixes, and the
 * errors of the others. What stays as it is there is no error.
 */
export function problemsOfChanges(
  host: ScheduleHost,
  { calendars, schedules }: Document,
  problems: ScheduleProblems,
  { isWritable }: OnController,
): ScheduleProblems {
  const calendarOf = (key: string) => host.calendars.find((one) => one.key === key)?.objectInstance ?? null
  const all: ScheduleProblems = {}
  const report = (
    at: string,
    isPermitted: boolean,
    fixed: readonly SchedulePartName[],
    changed: readonly SchedulePartName[],
  ) => {
    if (changed.length === 0) return
    if (!isPermitted) all[at] = 'errors.schedule.writingOff'
    for (const [field, key] of Object.entries(problems)) {
      const part = field.startsWith(`${at}.`) ? field.slice(at.length + 1).split('.')[0] : undefined
      if (part !== undefined && changed.some((one) => one === part)) all[field] = key
    }
    for (const part of changed) if (fixed.includes(part)) all[`${at}.${part}`] = 'errors.schedule.fixed'
  }
  for (const [index, calendar] of calendars.entries()) {
    const known = host.calendars.find(({ key }) => key === calendar.key) ?? calendar
    const changed = differingParts(calendarPartTexts(known), calendarPartTexts(calendar))
    report(`calendars.${index}`, isWritable('calendar', known), known.onController?.fixed ?? [], changed)
  }
  for (const [index, schedule] of schedules.entries()) {
    const known = host.schedules.find(({ key }) => key === schedule.key) ?? schedule
    const changed = differingParts(schedulePartTexts(known, calendarOf), schedulePartTexts(schedule, calendarOf))
    const at = `schedules.${index}`
    report(at, isWritable('schedule', known), known.onController?.fixed ?? [], changed)
    const isClosed = schedule.exceptionSchedule.some(({ intervals }) => intervals.length === 0)
    if (changed.includes('exceptionSchedule') && isClosed && schedule.scheduleDefault === null)
      all[`${at}.exceptionSchedule`] = 'errors.schedule.noDefault'
  }
  return all
}
