/** Plans and saves the mapping of points for one or several similar pieces of equipment (domain §4.6). */
import { z } from 'zod'
import { site } from '#contracts/site'
import type { Plan, PlanField, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeCalls } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { maxSelectedIds, tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { Subject } from '~/trail/record'
import { roleNames } from './role-names.server'
import {
  clearRole,
  keepRole,
  lastPart,
  type MappingRole,
  type MappingUnit,
  type PointTypeCheck,
  pointKey,
  pointTypeCheck,
  type Readiness,
  readinessOf,
  waitingRules,
} from './units'
import { mappingUnits } from './units.server'

const Name = z.string().max(200)

export const MappingForm = z.object({
  equipment: z.array(Name.min(1)).max(maxSelectedIds).default([]),
  /** Whether points are identified by id, for one piece of equipment, or by their common name, for several. */
  points: z.enum(['own', 'alike']).default('alike'),
  /** The action for each role: keep it, clear it, or map it to a point. */
  map: z
    .array(z.object({ role: Name.min(1), point: Name.default(keepRole) }))
    .max(60)
    .default([]),
})
export type MappingForm = z.infer<typeof MappingForm>

/** The new point of a role. */
interface Step {
  role: MappingRole
  point: { id: string; name: string } | null
}

/**
 * Whether the form was opened for one piece of equipment. The number of ids does not say: one of several may be ticked
 * alone.
 */
const isForOne = ({ points }: MappingForm) => points === 'own'

/** Returns the steps for a piece of equipment, or the point that it does not have. */
function stepsOf(unit: MappingUnit, { map }: MappingForm, isOne: boolean): Step[] | { lacks: string } {
  const steps: Step[] = []
  for (const { role: roleName, point: key } of map) {
    const role = unit.roles.find((one) => one.role === roleName)
    if (!role || key === keepRole) continue
    if (key === clearRole) {
      if (role.point) steps.push({ role, point: null })
      continue
    }
    // A mapping for several only fills empty roles; existing points were chosen there.
    if (role.point && (!isOne || role.point.id === key)) continue
    const point = unit.unmapped.find((one) => pointKey(one, isOne) === key)
    if (!point) return { lacks: key }
    steps.push({ role, point: { id: point.id, name: point.name } })
  }
  return steps
}

/**
 * Returns the plan: each piece of equipment with the roles that change, and how many rules then have all their points.
 */
export async function planMapping(context: PlanContext<MappingForm>, customerId: string): Promise<Plan> {
  const { form, read, language } = context
  const tooMany = tooManyOf('equipment', form.equipment, limitFor('points.map'))
  if (tooMany) return { rows: [], tooMany }
  const t = translator(language)
  const [units, types] = await Promise.all([mappingUnits(read, customerId, form.equipment), read(site.listPointTypes)])
  const errors = unitErrors(units, form, pointTypeCheck(types))
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  if (units.length === 0) return { rows: [], errors: { equipment: ['errors:nothingChosen'] } }
  const isOne = isForOne(form)
  const nameOf = await roleNames(context, customerId, types)
  const rows = units.map((unit) => rowOf(unit, stepsOf(unit, form, isOne), { t, isOne, nameOf }))
  const stops = [...new Set(rows.flatMap((row) => row.stops))].sort()
  const missing = new Set(form.equipment).size - units.length
  return {
    rows: rows.map(({ stops: _, ...row }) => row),
    notes: [...blockedRulesNote(t, stops), ...(missing > 0 ? [t('main:mapping.missing')] : [])],
    needsReason: stops.length > 0,
  }
}

/** Returns errors by field for points that do not measure what the role requires. */
function unitErrors(units: readonly MappingUnit[], form: MappingForm, fits: PointTypeCheck): Record<string, string[]> {
  const { map } = form
  const isOne = isForOne(form)
  return Object.fromEntries(
    map.flatMap(({ role, point: key }, at) => {
      const isWrong = units.some((unit) => {
        const point = unit.unmapped.find((one) => pointKey(one, isOne) === key)
        const needed = unit.roles.find((one) => one.role === role)
        return point !== undefined && needed !== undefined && !fits(needed.pointTypeId, point)
      })
      return isWrong ? [[`map[${at}].point`, ['errors:mapping.unit']]] : []
    }),
  )
}

type RowWithStops = PlanRow & { stops: string[] }

function rowOf(
  unit: MappingUnit,
  steps: ReturnType<typeof stepsOf>,
  { t, isOne, nameOf }: { t: Translate; isOne: boolean; nameOf: (role: MappingRole) => string },
): RowWithStops {
  const { id, name, path, customerId, eTag: version } = unit
  const row = { subject: { kind: 'equipment', id, name, path }, customerId, version, fields: [], stops: [] }
  if ('lacks' in steps) return { ...row, effect: 'skip', because: t('main:mapping.lacks', { point: steps.lacks }) }
  if (steps.length === 0) return { ...row, effect: 'same' }
  const short = (point: Step['point']) => point && (isOne ? point.name : lastPart(point.name))
  const changed = new Map(steps.map(({ role, point }) => [role.role, point !== null]))
  const [before, after] = [readinessOf(unit), readinessOf(unit, changed)]
  const wasWaiting = waitingRules(unit)
  return {
    ...row,
    effect: 'change',
    fields: [
      ...steps.map(
        ({ role, point }): PlanField => ({
          name: role.role,
          label: nameOf(role),
          from: short(role.point),
          to: short(point),
        }),
      ),
      { name: t('main:mapping.rules'), from: readyText(t, before), to: readyText(t, after) },
    ],
    before: Object.fromEntries(steps.map(({ role }) => [role.role, role.point?.name ?? ''])),
    after: Object.fromEntries(steps.map(({ role, point }) => [role.role, point?.name ?? ''])),
    stops: [...waitingRules(unit, changed)].filter((rule) => !wasWaiting.has(rule)),
  }
}

/** Returns the subject of a point in the record of a mapping, below its equipment. */
export const mappedPointSubject = (
  { id, name, path }: Pick<MappingUnit, 'id' | 'name' | 'path'>,
  point: { id: string; name: string },
): Subject => ({ kind: 'point', ...point, path: [...path, { id, name, type: 'equipment' }] })

/** Returns the note about rules that cannot run after the change; empty if all can. */
export const blockedRulesNote = (t: Translate, stops: readonly string[]): string[] =>
  stops.length > 0 ? [t('main:mapping.stops', { rules: stops.join(', '), count: stops.length })] : []

export const readyText = (t: Translate, { ready, total }: Readiness) => t('main:mapping.readyOf', { ready, total })

/**
 * Saves the mappings of the plan, one piece of equipment per call and with its version. Returns whether all succeeded.
 */
export async function saveMappings(context: WorkContext<MappingForm>, customerId: string): Promise<boolean> {
  const versions = new Map(context.plan.rows.map(({ subject, version }) => [subject.id, version]))
  const units = await mappingUnits(context.read, customerId, changedIds(context.plan))
  const isOne = isForOne(context.form)
  let isDone = true
  const calls = units.flatMap((unit) => {
    const steps = stepsOf(unit, context.form, isOne)
    if ('lacks' in steps || steps.length === 0) {
      isDone = false
      context.setOutcome(unit.id, 'failed', { because: 'moved' })
      return []
    }
    const mappings = steps.map(({ role, point }) => ({
      role: role.role,
      pointTypeId: role.pointTypeId,
      pointId: point?.id ?? null,
    }))
    return [{ ids: [unit.id], input: { body: { equipmentId: unit.id, eTag: versions.get(unit.id), mappings } } }]
  })
  const setOutcome: typeof context.setOutcome = (id, outcome, detail) => {
    isDone &&= outcome === 'done'
    context.setOutcome(id, outcome, detail)
  }
  await writeCalls({ write: context.write, setOutcome }, site.setMappedPoints, calls)
  return isDone
}
