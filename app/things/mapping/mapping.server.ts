/** Plans and saves the mapping of points for one or several similar pieces of equipment (domain §4.6). */
import { z } from 'zod'
import { site } from '#contracts/site'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inCalls } from '~/change/in-chunks.server'
import type { Plan, PlanField, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { mostNamed, tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { Subject } from '~/trail/record'
import {
  clear,
  type Fits,
  fitsBy,
  keep,
  keyOf,
  lastPart,
  type Readiness,
  type Role,
  readinessOf,
  type Unit,
  waitingIn,
} from './units'
import { unitsOf } from './units.server'

const Name = z.string().max(200)

export const MappingForm = z.object({
  equipment: z.array(Name.min(1)).max(mostNamed).default([]),
  /** Whether points are identified by id, for one piece of equipment, or by their common name, for several. */
  points: z.enum(['own', 'alike']).default('alike'),
  /** The action for each role: keep it, clear it, or map it to a point. */
  map: z
    .array(z.object({ role: Name.min(1), point: Name.default(keep) }))
    .max(60)
    .default([]),
})
export type MappingForm = z.infer<typeof MappingForm>

/** The new point of a role. */
interface Step {
  role: Role
  point: { id: string; name: string } | null
}

/**
 * Whether the form was opened for one piece of equipment. The number of ids does not say: one of several may be ticked
 * alone.
 */
const isOneIn = ({ points }: MappingForm) => points === 'own'

/** Returns the steps for a piece of equipment, or the point that it does not have. */
function stepsOf(unit: Unit, { map }: MappingForm, isOne: boolean): Step[] | { lacks: string } {
  const steps: Step[] = []
  for (const { role: asked, point: key } of map) {
    const role = unit.roles.find((one) => one.role === asked)
    if (!role || key === keep) continue
    if (key === clear) {
      if (role.point) steps.push({ role, point: null })
      continue
    }
    // A mapping for several only fills empty roles; existing points were chosen there.
    if (role.point && (!isOne || role.point.id === key)) continue
    const point = unit.free.find((one) => keyOf(one, isOne) === key)
    if (!point) return { lacks: key }
    steps.push({ role, point: { id: point.id, name: point.name } })
  }
  return steps
}

/**
 * Returns the plan: each piece of equipment with the roles that change, and how many rules then have all their points.
 */
export async function planMapping({ form, read, language }: Desk<MappingForm>, customerId: string): Promise<Plan> {
  const tooMany = tooManyOf('equipment', form.equipment, mostFor('points.map'))
  if (tooMany) return { rows: [], tooMany }
  const t = translator(language)
  const [units, types] = await Promise.all([unitsOf(read, customerId, form.equipment), read(site.listPointTypes)])
  const errors = misfits(units, form, fitsBy(types))
  if (Object.keys(errors).length > 0) return { rows: [], errors }
  if (units.length === 0) return { rows: [], errors: { equipment: ['errors:nothingChosen'] } }
  const isOne = isOneIn(form)
  const planned = units.map((unit) => rowOf(unit, stepsOf(unit, form, isOne), { t, isOne }))
  const stops = [...new Set(planned.flatMap((row) => row.stops))].sort()
  const missing = new Set(form.equipment).size - units.length
  return {
    rows: planned.map(({ stops: _, ...row }) => row),
    notes: [...stopsNote(t, stops), ...(missing > 0 ? [t('main:mapping.missing')] : [])],
    needsReason: stops.length > 0,
  }
}

/** Returns errors by field for points that do not measure what the role requires. */
function misfits(units: readonly Unit[], form: MappingForm, fits: Fits): Record<string, string[]> {
  const { map } = form
  const isOne = isOneIn(form)
  return Object.fromEntries(
    map.flatMap(({ role, point: key }, at) => {
      const isWrong = units.some((unit) => {
        const point = unit.free.find((one) => keyOf(one, isOne) === key)
        const needed = unit.roles.find((one) => one.role === role)
        return point !== undefined && needed !== undefined && !fits(needed.pointTypeId, point)
      })
      return isWrong ? [[`map[${at}].point`, ['errors:mapping.unit']]] : []
    }),
  )
}

type Planned = PlanRow & { stops: string[] }

function rowOf(unit: Unit, steps: ReturnType<typeof stepsOf>, { t, isOne }: { t: Translate; isOne: boolean }): Planned {
  const { id, name, path, customerId, eTag: version } = unit
  const row = { subject: { kind: 'equipment', id, name, path }, customerId, version, fields: [], stops: [] }
  if ('lacks' in steps) return { ...row, effect: 'skip', because: t('main:mapping.lacks', { point: steps.lacks }) }
  if (steps.length === 0) return { ...row, effect: 'same' }
  const short = (point: Step['point']) => point && (isOne ? point.name : lastPart(point.name))
  const changed = new Map(steps.map(({ role, point }) => [role.role, point !== null]))
  const [before, after] = [readinessOf(unit), readinessOf(unit, changed)]
  const wasWaiting = waitingIn(unit)
  return {
    ...row,
    effect: 'change',
    fields: [
      ...steps.map(({ role, point }): PlanField => ({ name: role.role, from: short(role.point), to: short(point) })),
      { name: t('main:mapping.rules'), from: readyText(t, before), to: readyText(t, after) },
    ],
    before: Object.fromEntries(steps.map(({ role }) => [role.role, role.point?.name ?? ''])),
    after: Object.fromEntries(steps.map(({ role, point }) => [role.role, point?.name ?? ''])),
    stops: [...waitingIn(unit, changed)].filter((rule) => !wasWaiting.has(rule)),
  }
}

/** Returns the subject of a point in the record of a mapping, below its equipment. */
export const pointOf = (
  { id, name, path }: Pick<Unit, 'id' | 'name' | 'path'>,
  point: { id: string; name: string },
): Subject => ({ kind: 'point', ...point, path: [...path, { id, name, type: 'equipment' }] })

/** Returns the note about rules that cannot run after the change; empty if all can. */
export const stopsNote = (t: Translate, stops: readonly string[]): string[] =>
  stops.length > 0 ? [t('main:mapping.stops', { rules: stops.join(', '), count: stops.length })] : []

export const readyText = (t: Translate, { ready, total }: Readiness) => t('main:mapping.readyOf', { ready, total })

/**
 * Saves the mappings of the plan, one piece of equipment per call and with its version. Returns whether all succeeded.
 */
export async function sendMappings(desk: WorkDesk<MappingForm>, customerId: string): Promise<boolean> {
  const versions = new Map(desk.plan.rows.map(({ subject, version }) => [subject.id, version]))
  const units = await unitsOf(desk.read, customerId, changedIn(desk.plan))
  const isOne = isOneIn(desk.form)
  let isDone = true
  const calls = units.flatMap((unit) => {
    const steps = stepsOf(unit, desk.form, isOne)
    if ('lacks' in steps || steps.length === 0) {
      isDone = false
      desk.ended(unit.id, 'failed', { because: 'moved' })
      return []
    }
    const mappings = steps.map(({ role, point }) => ({
      role: role.role,
      pointTypeId: role.pointTypeId,
      pointId: point?.id ?? null,
    }))
    return [{ ids: [unit.id], input: { body: { equipmentId: unit.id, eTag: versions.get(unit.id), mappings } } }]
  })
  const ended: typeof desk.ended = (id, outcome, detail) => {
    isDone &&= outcome === 'done'
    desk.ended(id, outcome, detail)
  }
  await inCalls({ write: desk.write, ended }, site.setMappedPoints, calls)
  return isDone
}
