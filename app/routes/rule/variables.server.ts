/** The edit of the internal variables of one piece of equipment: parse and save with version (domain §2.5). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import type { InternalVariable, InternalVariables } from '#contracts/rules'
import { unitsOf } from '~/backend/own-record'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import type { ParamsFor } from '~/paths'
import { editRow } from '~/screens/edit/edit-row'
import { equipmentThing } from '~/things/equipment/thing.server'
import { filledIn, type Reading, untyped } from '~/things/variable/values'

type At = ParamsFor<'equipmentVariables'>

/** One text per variable, by its key; empty for the default. The service knows the keys. */
export const VariablesForm = z.object({}).catchall(z.string().max(40).optional())
export type VariablesForm = z.infer<typeof VariablesForm>

/** Returns the unit system and the language in which values are typed and shown. */
export const readingOf = (
  { person, language }: Pick<Desk<unknown>, 'person' | 'language'>,
  { tenantId }: Pick<At, 'tenantId'>,
): Reading => ({
  system: unitsOf(person, tenantId),
  language,
})

interface Typed {
  /** Every field as posted. */
  after: Record<string, string>
  /** The changed fields, which are saved; null for the default. */
  changed: { key: string; value: number | null }[]
  errors: Record<string, string[]>
}

function typedIn(form: VariablesForm, { variables }: InternalVariables, reading: Reading): Typed {
  const before = filledIn(variables, reading)
  const found: Typed = { after: {}, changed: [], errors: {} }
  for (const variable of variables) {
    const { key } = variable
    // A missing field was not in the form: its value is kept.
    const text = form[key] === undefined ? (before[key] ?? '') : form[key].trim()
    found.after[key] = text
    if (text === before[key]) continue
    const value = text === '' ? null : untyped(variable, text, reading)
    if (text !== '' && value === null) found.errors[key] = ['errors:internalVariables.number']
    else if (value !== null && !isWithin(variable, value)) {
      found.errors[key] = ['errors:internalVariables.range']
    } else found.changed.push({ key, value })
  }
  return found
}

/** Limits in other units are rounded: a typed value equal to the shown limit is accepted. */
const isWithin = ({ min, max }: InternalVariable, value: number) =>
  value >= min - Math.abs(min) * 1e-3 - 1e-9 && value <= max + Math.abs(max) * 1e-3

/** Clamps the value to the limits of the service. */
const kept = ({ min, max }: InternalVariable, value: number) => Math.min(max, Math.max(min, value))

export async function planVariables(desk: Desk<VariablesForm>, at: At): Promise<Plan> {
  const [equipment, now] = await Promise.all([
    equipmentThing.afresh(desk, at),
    desk.read(operations.getInternalVariables, { path: { id: at.equipmentId } }),
  ])
  const reading = readingOf(desk, at)
  const { after, errors } = typedIn(desk.form, now, reading)
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const { id, name, path = [], customerId } = equipment
  const before = filledIn(now.variables, reading)
  const row = editRow({ subject: { kind: 'equipment', id, name, path }, before, after, version: now.eTag })
  return { rows: [{ ...row, customerId }], current: before }
}

export async function saveVariables(desk: WorkDesk<VariablesForm>, at: At): Promise<void> {
  const now = await desk.read(operations.getInternalVariables, { path: { id: at.equipmentId } })
  const { changed } = typedIn(desk.form, now, readingOf(desk, at))
  const known = new Map(now.variables.map((variable) => [variable.key, variable]))
  await desk.write(operations.saveInternalVariables, {
    path: { id: at.equipmentId },
    body: {
      eTag: desk.plan.rows[0]?.version,
      variables: changed.map(({ key, value }) => {
        const variable = known.get(key)
        return { key, value: value !== null && variable ? kept(variable, value) : value }
      }),
    },
  })
}
