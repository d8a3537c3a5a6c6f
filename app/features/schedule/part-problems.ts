/** Maps the errors of a schedule document to the fields of the form of one schedule (domain §3.2, §3.3). */
import type { ScheduleProblems } from '#contracts/schedule-interval-checks'
import { dayPart, exceptionLineField, targetsPart } from './parts'

type Errors = Record<string, string[]>

/** `index` is the position of the schedule in its document; errors elsewhere are reported for the whole form. */
export function partProblems(
  problems: ScheduleProblems,
  { index, names }: { index: number; names: readonly string[] },
): Errors {
  const errors: Errors = {}
  for (const [field, keys] of Object.entries(problems)) {
    const name = nameOf(field, `schedules.${index}.`, names)
    errors[name] = [...new Set([...(errors[name] ?? []), ...[keys].flat()])]
  }
  return errors
}

function nameOf(field: string, own: string, names: readonly string[]): string {
  if (!field.startsWith(own)) return ''
  const [part = '', place = '', ...rest] = field.slice(own.length).split('.')
  switch (part) {
    case 'weeklySchedule':
      return place === '' ? '' : dayPart(Number(place))
    case 'exceptionSchedule':
      return exceptionField(names[Number(place)], rest)
    case 'effectivePeriod':
      return place
    case 'listOfObjectPropertyReferences':
      return `${targetsPart}.${place}.instance`
    case 'scheduleDefault':
    case 'priorityForWriting':
    case 'name':
    case 'description':
      return part
    default:
      return ''
  }
}

function exceptionField(name: string | undefined, [part, ...rest]: readonly string[]): string {
  if (name === undefined || part === undefined || part === 'key') return ''
  if (part === 'intervals') return exceptionLineField(name)
  return `${name}.${part === 'eventPriority' ? 'priority' : part === 'period' ? rest.join('.') : part}`
}
