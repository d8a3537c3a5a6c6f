/** Copies internal variables of one piece of equipment to similar equipment: targets, plan and save (domain §2.5). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { operations } from '#contracts/operations'
import type { InternalVariable, InternalVariables } from '#contracts/rules'
import { site } from '#contracts/site'
import { comparableId } from '#contracts/uuid'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inCalls } from '~/change/in-chunks.server'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { mostNamed, tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { editRow } from '~/screens/edit/edit-row'
import { equipmentThing } from '~/things/equipment/thing.server'
import { subjectOf } from '~/things/thing.server'
import { filledIn, type Reading } from '~/things/variable/values'
import { readingOf } from './variables.server'

type At = ParamsFor<'variablesCopying'>

interface Targets {
  equipment: string[]
  /** Everything listed, in place of the selection. */
  all?: '1' | undefined
  listed: string[]
}

const chosenIn = ({ all, equipment, listed }: Targets): string[] => [...new Set(all ? listed : equipment)]

const Ids = z.array(z.string().min(1).max(200)).max(mostNamed).default([])

export const CopyForm = z
  .object({
    variable: z.array(z.string().min(1).max(100)).min(1, { error: 'errors:internalVariables.noneChosen' }).max(100),
    equipment: Ids,
    all: z.literal('1').optional(),
    listed: Ids,
  })
  .refine((form) => chosenIn(form).length > 0, {
    error: 'errors:internalVariables.noEquipment',
    path: ['equipment'],
  })
export type CopyForm = z.infer<typeof CopyForm>

/** Concurrent reads. */
const lanes = 8

/** Returns a row per target with its new values; a variable at its default is reset to the default of the target. */
export async function planCopy(desk: Desk<CopyForm>, at: At): Promise<Plan> {
  const { form, read, language } = desk
  const ids = chosenIn(form).filter((id) => id !== at.equipmentId)
  const tooMany = tooManyOf('equipment', ids, mostFor('variables.copy'))
  if (tooMany) return { rows: [], tooMany }
  const [from, wanted] = await Promise.all([equipmentThing.afresh(desk, at), wantedIn(desk, at)])
  if (wanted.length === 0) return { rows: [], errors: { variable: ['errors:internalVariables.noneChosen'] } }
  const found = await inParallel(ids, lanes, (id) => targetOf(read, id))
  const here = found.filter(
    (target): target is Target =>
      target !== null && comparableId(target.equipment.customerId ?? at.customerId) === comparableId(at.customerId),
  )
  if (here.length === 0) return { rows: [], errors: { equipment: ['errors:internalVariables.noEquipment'] } }
  const reading = readingOf(desk, at)
  return {
    rows: here.map((target) => rowOf(target, { type: from.type, wanted, reading })),
    notes: here.length < ids.length ? [translator(language)('main:rule.variable.copying.missing')] : [],
  }
}

/** Returns the copied variables with their values at the source. */
async function wantedIn({ form, read }: Pick<Desk<CopyForm>, 'form' | 'read'>, { equipmentId }: At) {
  const { variables } = await read(operations.getInternalVariables, { path: { id: equipmentId } })
  return variables.filter(({ key }) => form.variable.includes(key))
}

interface Target {
  equipment: Equipment
  own: InternalVariables
}

/** Returns null for equipment that is missing or hidden. */
async function targetOf(read: Desk<CopyForm>['read'], id: string): Promise<Target | null> {
  try {
    const [equipment, own] = await Promise.all([
      read(site.getEquipment, { path: { id } }),
      read(operations.getInternalVariables, { path: { id } }),
    ])
    return { equipment, own }
  } catch (error) {
    if (error instanceof ServiceError && error.isNotThere) return null
    throw error
  }
}

function rowOf(
  { equipment, own }: Target,
  { type, wanted, reading }: { type: string; wanted: readonly InternalVariable[]; reading: Reading },
): PlanRow {
  const subject = subjectOf('equipment', equipment)
  const { customerId } = equipment
  if (equipment.type !== type)
    return { subject, customerId, effect: 'skip', because: 'main:rule.variable.copying.otherType', fields: [] }
  const known = own.variables.filter(({ key }) => wanted.some((one) => one.key === key))
  const [before, after] = [filledIn(known, reading), filledIn(wanted, reading)]
  return { ...editRow({ subject, before, after, version: own.eTag }), customerId }
}

/** Saves the planned rows one by one with their version; a failure does not stop the others. */
export async function copyToChosen(desk: WorkDesk<CopyForm>, at: At): Promise<void> {
  const versions = new Map(desk.plan.rows.map(({ subject, version }) => [subject.id, version]))
  const variables = (await wantedIn(desk, at)).map(({ key, value, isOverridden }) => ({
    key,
    value: isOverridden ? value : null,
  }))
  await inCalls(
    desk,
    operations.saveInternalVariables,
    changedIn(desk.plan).map((id) => ({
      ids: [id],
      input: { path: { id }, body: { eTag: versions.get(id), variables } },
    })),
  )
}
