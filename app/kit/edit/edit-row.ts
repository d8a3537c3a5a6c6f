/** The plan of an edit: the values the form showed, and the submitted ones (design §7). */
import type { PlanField, PlanRow } from '~/change/plan'
import type { Subject } from '~/trail/record'
import type { InputValues } from './fields'

/** Returns the row of an edit; `before` is null for a creation. */
export function editRow(edit: {
  subject: Subject
  before: InputValues | null
  after: InputValues
  version?: string | undefined
  labelOf?: (name: string) => string | undefined
}): PlanRow {
  const { subject, before, after, version, labelOf } = edit
  const fields = changedFields(before ?? {}, after, labelOf)
  return { subject, effect: before && fields.length === 0 ? 'same' : 'change', fields, version, before, after }
}

/** Returns the changed fields, in the order of the form. */
export function changedFields(
  before: InputValues,
  after: InputValues,
  labelOf?: (name: string) => string | undefined,
): PlanField[] {
  return Object.entries(after).flatMap(([name, to]) => {
    const from = before[name] ?? ''
    return from === to ? [] : [{ name, label: labelOf?.(name), from: from || null, to: to || null }]
  })
}
