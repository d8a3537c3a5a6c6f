/** Checks the form of a schedule with the rules of the server whenever one of its fields is left. */
import { type FocusEvent, useState } from 'react'
import type { Schedule } from '#contracts/schedules'
import type { PostedFields } from '~/change/posted'
import { useLanguage, useT } from '~/i18n/use-t'
import { editedSchedule } from './edited'
import type { EditableSchedule } from './editor-props'
import { normalizeSchedule } from './normalize'
import { type FieldProblems, scheduleProblems, withLineProblems } from './schedule-problems'
import { scheduleWords } from './words'

/** Returns the errors of the reply, with those of the fields that were left since. */
export function useLiveProblems(schedule: EditableSchedule, replied: FieldProblems) {
  const t = useT()
  const language = useLanguage()
  const [checked, setChecked] = useState<FieldProblems>({})
  function onBlur({ target, currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // Whoever leaves for a button is about to send the form: it must not move under the pointer.
    if ((relatedTarget as Partial<HTMLButtonElement> | null)?.type === 'submit') return
    const { name } = target as Partial<HTMLInputElement>
    if (!name || name.startsWith('_')) return
    const words = scheduleWords(t, language)
    const entries = [...new FormData(currentTarget)].flatMap(
      ([field, value]): PostedFields => (typeof value === 'string' ? [[field, value]] : []),
    )
    const parts = Object.fromEntries(normalizeSchedule(entries, words))
    const edited = editedSchedule(emptySchedule(schedule), parts, words)
    const problems = withLineProblems(scheduleProblems(edited, schedule.calendars), parts, { ...schedule, ...words })
    setChecked((before) => ({ ...before, [name]: problems[name] ?? [] }))
  }
  return { errors: { ...replied, ...checked }, onBlur }
}

/** A schedule without content: all that is checked is in the form, exceptions too. */
const emptySchedule = ({ valueType, facets, name }: EditableSchedule): Schedule => ({
  key: 'sch',
  objectInstance: 1,
  name,
  description: '',
  valueType,
  facets,
  effectivePeriod: { start: null, end: null },
  weeklySchedule: [],
  exceptionSchedule: [],
  scheduleDefault: null,
  listOfObjectPropertyReferences: [],
  priorityForWriting: 16,
  outOfService: false,
})
