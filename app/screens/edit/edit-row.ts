/** The plan of a change to one thing's own fields: what the form showed, and what it says now (design §7). */
import type { PlanField, PlanRow } from '~/change/plan'
import type { Subject } from '~/trail/record'
import type { FilledIn } from './fields'

/** The row of an edit; a creation where nothing was `before`. */
export function editRow(given: {
  subject: Subject
  before: FilledIn | null
  after: FilledIn
  version?: string | undefined
}): PlanRow {
  const { subject, before, after, version } = given
  const fields = fieldsChanged(before ?? {}, after)
  return { subject, effect: before && fields.length === 0 ? 'same' : 'change', fields, version, before, after }
}

/** The fields that differ, in the order of the form. */
export function fieldsChanged(before: FilledIn, after: FilledIn): PlanField[] {
  return Object.entries(after).flatMap(([name, to]) => {
    const from = before[name] ?? ''
    return from === to ? [] : [{ name, from: from || null, to: to || null }]
  })
}
