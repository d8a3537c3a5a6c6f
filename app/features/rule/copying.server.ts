/** Copies internal variables of one piece of equipment to similar equipment: targets, plan and save (domain §2.5). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { operations } from '#contracts/operations'
import type { InternalVariable, InternalVariables } from '#contracts/rules'
import { site } from '#contracts/site'
import { comparableId } from '#contracts/uuid'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeCalls } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { maxSelectedIds, tooManyOf } from '~/domain/selection'
import { equipmentThing } from '~/features/equipment/shared/thing.server'
import { type NumberLocale, variableSymbol, variablesToForm } from '~/features/variable/shared/values'
import { translator } from '~/i18n/i18n.server'
import { editRow } from '~/kit/edit/edit-row'
import { entitySubject } from '~/kit/edit/thing.server'
import type { ParamsFor } from '~/paths'
import { readingOf } from './variables.server'

type At = ParamsFor<'variablesCopying'>

interface TargetFields {
  equipment: string[]
  /** Everything listed, in place of the selection. */
  all?: '1' | undefined
  listed: string[]
}

const selectedIds = ({ all, equipment, listed }: TargetFields): string[] => [...new Set(all ? listed : equipment)]

const Ids = z.array(z.string().min(1).max(200)).max(maxSelectedIds).default([])

export const CopyForm = z
  .object({
    variable: z.array(z.string().min(1).max(100)).min(1, { error: 'errors:internalVariables.noneChosen' }).max(100),
    equipment: Ids,
    all: z.literal('1').optional(),
    listed: Ids,
  })
  .refine((form) => selectedIds(form).length > 0, {
    error: 'errors:internalVariables.noEquipment',
    path: ['equipment'],
  })
export type CopyForm = z.infer<typeof CopyForm>

/** Concurrent reads. */
const concurrency = 8

/** Returns a row per target with its new values; a variable at its default is reset to the default of the target. */
export async function planCopy(context: PlanContext<CopyForm>, at: At): Promise<Plan> {
  const { form, read, language } = context
  const ids = selectedIds(form).filter((id) => id !== at.equipmentId)
  const tooMany = tooManyOf('equipment', ids, limitFor('variables.copy'))
  if (tooMany) return { rows: [], tooMany }
  const [from, variables] = await Promise.all([equipmentThing.load(context, at), variablesToCopy(context, at)])
  if (variables.length === 0) return { rows: [], errors: { variable: ['errors:internalVariables.noneChosen'] } }
  const loaded = await inParallel(ids, concurrency, (id) => targetOf(read, id))
  const targets = loaded.filter(
    (target): target is Target =>
      target !== null && comparableId(target.equipment.customerId ?? at.customerId) === comparableId(at.customerId),
  )
  if (targets.length === 0) return { rows: [], errors: { equipment: ['errors:internalVariables.noEquipment'] } }
  const reading = readingOf(context, at)
  return {
    rows: targets.map((target) => rowOf(target, { type: from.type, variables, reading })),
    notes: targets.length < ids.length ? [translator(language)('main:rule.variable.copying.missing')] : [],
  }
}

/** Returns the copied variables with their values at the source. */
async function variablesToCopy({ form, read }: Pick<PlanContext<CopyForm>, 'form' | 'read'>, { equipmentId }: At) {
  const { variables } = await read(operations.getInternalVariables, { path: { id: equipmentId } })
  return variables.filter(({ key }) => form.variable.includes(key))
}

interface Target {
  equipment: Equipment
  own: InternalVariables
}

/** Returns null for equipment that is missing or hidden. */
async function targetOf(read: PlanContext<CopyForm>['read'], id: string): Promise<Target | null> {
  try {
    const [equipment, own] = await Promise.all([
      read(site.getEquipment, { path: { id } }),
      read(operations.getInternalVariables, { path: { id } }),
    ])
    return { equipment, own }
  } catch (error) {
    if (error instanceof ServiceError && error.isMissing) return null
    throw error
  }
}

function rowOf(
  { equipment, own }: Target,
  { type, variables, reading }: { type: string; variables: readonly InternalVariable[]; reading: NumberLocale },
): PlanRow {
  const subject = entitySubject('equipment', equipment)
  const { customerId } = equipment
  if (equipment.type !== type)
    return { subject, customerId, effect: 'skip', because: 'main:rule.variable.copying.otherType', fields: [] }
  const labels = new Map(variables.map((one) => [one.key, variableLabel(one, reading)]))
  const current = own.variables.filter(({ key }) => variables.some((one) => one.key === key))
  const [before, after] = [variablesToForm(current, reading), variablesToForm(variables, reading)]
  return { ...editRow({ subject, before, after, version: own.eTag, labelOf: (key) => labels.get(key) }), customerId }
}

function variableLabel(variable: InternalVariable, reading: NumberLocale): string {
  const symbol = variableSymbol(variable, reading)
  return symbol ? `${variable.name} (${symbol})` : variable.name
}

/** Saves the planned rows one by one with their version; a failure does not stop the others. */
export async function copyToSelected(context: WorkContext<CopyForm>, at: At): Promise<void> {
  const versions = new Map(context.plan.rows.map(({ subject, version }) => [subject.id, version]))
  const variables = (await variablesToCopy(context, at)).map(({ key, value, isOverridden }) => ({
    key,
    value: isOverridden ? value : null,
  }))
  await writeCalls(
    context,
    operations.saveInternalVariables,
    changedIds(context.plan).map((id) => ({
      ids: [id],
      input: { path: { id }, body: { eTag: versions.get(id), variables } },
    })),
  )
}
