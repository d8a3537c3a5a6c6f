/** The problems of an edited schedule by the inputs of its form: the same on the server and in the browser. */
import { checkDocument } from '#contracts/schedule-checks'
import type { Calendar, ScheduleTarget } from '#contracts/schedules'
import { type LineRule, lineProblemText, parseLine } from './day-line'
import type { EditedSchedule } from './edited'
import { partProblems } from './part-problems'
import {
  dayOfPart,
  exceptionLineField,
  isException,
  isTypedLine,
  parseTypedException,
  type ScheduleParts,
} from './parts'

export type FieldProblems = Record<string, string[]>

const maxExceptions = 100

/** Returns message keys by input. */
export function scheduleProblems(
  { schedule, names, unreadable, invalidLines }: EditedSchedule,
  calendars: readonly Calendar[],
): FieldProblems {
  const { problems } = checkDocument({ calendars, schedules: [schedule] }, isValidTarget)
  const own = Object.fromEntries(Object.entries(problems).filter(([field]) => field.startsWith('schedules.0.')))
  return {
    ...partProblems(own, { index: 0, names }),
    ...Object.fromEntries(unreadable.map((name) => [name, ['errors:field.invalid']])),
    ...Object.fromEntries(invalidLines.map((name) => [name, ['errors:schedule.time']])),
    ...(names.length > maxExceptions ? { exceptions: ['errors:schedule.tooManyExceptions'] } : {}),
  }
}

/** Whether the object is addressed by valid numbers; only the service knows whether it exists. */
const isValidTarget = ({ objectInstance, deviceInstance }: ScheduleTarget) =>
  [objectInstance, deviceInstance ?? 0].every((number) => Number.isInteger(number) && number >= 0 && number < 4_194_303)

/** Replaces the problem of a line by what is wrong in it and what to enter. */
export function withLineProblems(
  problems: FieldProblems,
  parts: ScheduleParts,
  rule: Omit<LineRule, 'allowsNull'>,
): FieldProblems {
  return Object.fromEntries(
    Object.entries(problems).map(([name, keys]) => {
      const line = typedLineAt(name, parts)
      if (line === null) return [name, keys]
      const lineRule = { ...rule, allowsNull: dayOfPart(name) === null }
      return [
        name,
        [lineProblemText(parseLine(line, lineRule).problems, lineRule)].map((text) => text || keys.join(' ')),
      ]
    }),
  )
}

function typedLineAt(name: string, parts: ScheduleParts): string | null {
  const day = parts[name]
  if (dayOfPart(name) !== null) return day !== undefined && isTypedLine(day) ? day : null
  const exception = name.split('.').slice(0, 2).join('.')
  if (!isException(exception) || name !== exceptionLineField(exception)) return null
  return parseTypedException(parts[exception] ?? '')?.line ?? null
}
