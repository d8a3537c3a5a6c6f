/** The edit of the internal variables of one piece of equipment: parse and save with version (domain §2.5). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import type { InternalVariable, InternalVariables } from '#contracts/rules'
import { unitSystemOf } from '~/backend/tenant-user'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { equipmentThing } from '~/features/equipment/shared/thing.server'
import { type NumberLocale, parseInput, variablesToForm } from '~/features/variable/shared/values'
import { editRow } from '~/kit/edit/edit-row'
import type { ParamsFor } from '~/paths'

type At = ParamsFor<'equipmentVariables'>

/** One text per variable, by its key; empty for the default. The service knows the keys. */
export const VariablesForm = z.object({}).catchall(z.string().max(40).optional())
export type VariablesForm = z.infer<typeof VariablesForm>

/** Returns the unit system and the language in which values are typed and shown. */
export const readingOf = (
  { person, language }: Pick<PlanContext<unknown>, 'person' | 'language'>,
  { tenantId }: Pick<At, 'tenantId'>,
): NumberLocale => ({
  system: unitSystemOf(person, tenantId),
  language,
})

interface ParsedVariables {
  /** Every field as posted. */
  after: Record<string, string>
  /** The changed fields, which are saved; null for the default. */
  changed: { key: string; value: number | null }[]
  errors: Record<string, string[]>
}

function parseVariables(form: VariablesForm, { variables }: InternalVariables, reading: NumberLocale): ParsedVariables {
  const before = variablesToForm(variables, reading)
  const parsed: ParsedVariables = { after: {}, changed: [], errors: {} }
  for (const variable of variables) {
    const { key } = variable
    // A missing field was not in the form: its value is kept.
    const text = form[key] === undefined ? (before[key] ?? '') : form[key].trim()
    parsed.after[key] = text
    if (text === before[key]) continue
    const value = text === '' ? null : parseInput(variable, text, reading)
    if (text !== '' && value === null) parsed.errors[key] = ['errors:internalVariables.number']
    else if (value !== null && !isWithin(variable, value)) {
      parsed.errors[key] = ['errors:internalVariables.range']
    } else parsed.changed.push({ key, value })
  }
  return parsed
}

/** Limits in other units are rounded: a typed value equal to the shown limit is accepted. */
const isWithin = ({ min, max }: InternalVariable, value: number) =>
  value >= min - Math.abs(min) * 1e-3 - 1e-9 && value <= max + Math.abs(max) * 1e-3

/** Clamps the value to the limits of the service. */
const clamped = ({ min, max }: InternalVariable, value: number) => Math.min(max, Math.max(min, value))

export async function planVariables(context: PlanContext<VariablesForm>, at: At): Promise<Plan> {
  const [equipment, current] = await Promise.all([
    equipmentThing.load(context, at),
    context.read(operations.getInternalVariables, { path: { id: at.equipmentId } }),
  ])
  const reading = readingOf(context, at)
  const { after, errors } = parseVariables(context.form, current, reading)
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  const { id, name, path = [], customerId } = equipment
  const before = variablesToForm(current.variables, reading)
  const row = editRow({ subject: { kind: 'equipment', id, name, path }, before, after, version: current.eTag })
  return { rows: [{ ...row, customerId }], current: before }
}

export async function saveVariables(context: WorkContext<VariablesForm>, at: At): Promise<void> {
  const current = await context.read(operations.getInternalVariables, { path: { id: at.equipmentId } })
  const { changed } = parseVariables(context.form, current, readingOf(context, at))
  const byKey = new Map(current.variables.map((variable) => [variable.key, variable]))
  await context.write(operations.saveInternalVariables, {
    path: { id: at.equipmentId },
    body: {
      eTag: context.plan.rows[0]?.version,
      variables: changed.map(({ key, value }) => {
        const variable = byKey.get(key)
        return { key, value: value !== null && variable ? clamped(variable, value) : value }
      }),
    },
  })
}
