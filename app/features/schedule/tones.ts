/** How strongly the values of a schedule are drawn. */
import type { Facets, ScheduleValue } from '#contracts/schedules'
import type { Language } from '~/i18n/languages'
import type { BlockTone } from '~/ui/chart/day-strip'
import { typedValue } from './edited'

/** The tones of states in the order of the schedule: neighbours differ clearly. */
const stateTones: readonly BlockTone[] = [4, 2, 3, 1]

/** Returns the tone of a value: two for on and off, one per state, and a scale for numbers. */
export function toneScale({
  facets,
  scheduleDefault,
  values,
}: {
  facets: Facets
  scheduleDefault: ScheduleValue
  /** The values that are drawn: the scale of numbers is theirs. */
  values: readonly ScheduleValue[]
}): (value: ScheduleValue) => BlockTone {
  const numbers = [...values, scheduleDefault].filter((value) => typeof value === 'number')
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const states = (facets.range ?? []).map(({ value }) => value).filter((value) => value !== scheduleDefault)
  return (value) => {
    if (value === null) return 0
    if (typeof value === 'boolean') return value ? 4 : 0
    if (facets.range)
      return value === scheduleDefault ? 0 : (stateTones[states.indexOf(value) % stateTones.length] ?? 4)
    return high > low ? ((1 + Math.round((3 * (value - low)) / (high - low))) as BlockTone) : 4
  }
}

/** Returns the tone of a typed value among those that a form draws. */
export function typedTones(
  { facets, language }: { facets: Facets; language: Language },
  { values, scheduleDefault }: { values: readonly string[]; scheduleDefault: string },
): (value: string) => BlockTone {
  const tone = toneScale({
    facets,
    scheduleDefault: typedValue(scheduleDefault, language),
    values: values.map((value) => typedValue(value, 'en')),
  })
  return (value) => tone(typedValue(value, 'en'))
}
