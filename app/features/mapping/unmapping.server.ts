/** Plans and sends the unmapping of points from the roles of a piece of equipment (domain §4.6). */
import { z } from 'zod'
import { site } from '#contracts/site'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { equipmentThing } from '~/features/equipment/shared/thing.server'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { blockedRulesNote, mappedPointSubject } from './mapping.server'
import { roleNames } from './role-names.server'
import { type MappingUnit, waitingRules } from './units'
import { mappingUnits } from './units.server'

type At = ParamsFor<'equipmentUnmapping'>

/** The limit of one call. */
const maxPerCall = 200

export const UnmapForm = z.object({
  point: z.array(z.string().min(1).max(200)).min(1, { error: 'errors:mapping.noPoint' }).max(maxPerCall),
})
export type UnmapForm = z.infer<typeof UnmapForm>

/** A point with its roles on one piece of equipment. */
export interface PointWithRoles {
  id: string
  name: string
  roles: string[]
}

/** Returns the mapped points of a piece of equipment, in the order of its roles. */
export function pointsWithRoles({ roles }: Pick<MappingUnit, 'roles'>): PointWithRoles[] {
  const byId = new Map<string, PointWithRoles>()
  for (const { role, point } of roles) {
    if (!point) continue
    const mapped = byId.get(point.id)
    if (mapped) mapped.roles.push(role)
    else byId.set(point.id, { ...point, roles: [role] })
  }
  return [...byId.values()]
}

/** Returns one row per selected point with its roles, and notes the rules that stop. */
export async function planUnmapping(context: PlanContext<UnmapForm>, at: At): Promise<Plan> {
  const { form, read, language } = context
  const [, [unit], types] = await Promise.all([
    equipmentThing.load(context, at),
    mappingUnits(read, at.customerId, [at.equipmentId]),
    read(site.listPointTypes),
  ])
  if (!unit) throw new Response(null, { status: 404 })
  const selected = pointsWithRoles(unit).filter(({ id }) => form.point.includes(id))
  if (selected.length === 0) return { rows: [], errors: { point: ['errors:mapping.noPoint'] } }
  const t = translator(language)
  const nameOf = await roleNames(context, at.customerId, types)
  const labels = new Map(unit.roles.map((role) => [role.role, nameOf(role)]))
  const emptied = new Map(selected.flatMap(({ roles }) => roles.map((role) => [role, false] as const)))
  const waitingBefore = waitingRules(unit)
  const stoppedRules = [...waitingRules(unit, emptied)].filter((rule) => !waitingBefore.has(rule)).sort()
  const missing = new Set(form.point).size - selected.length
  return {
    rows: selected.map(({ roles, ...point }) => ({
      subject: mappedPointSubject(unit, point),
      customerId: unit.customerId,
      version: unit.eTag,
      effect: 'change',
      fields: roles.map((role) => ({ name: role, label: labels.get(role), from: point.name, to: null })),
      before: Object.fromEntries(roles.map((role) => [role, point.name])),
      after: Object.fromEntries(roles.map((role) => [role, ''])),
    })),
    notes: [...blockedRulesNote(t, stoppedRules), ...(missing > 0 ? [t('main:mapping.missing')] : [])],
    needsReason: stoppedRules.length > 0,
  }
}

/** Unmaps the planned points; a refusal does not stop the others. */
export function sendUnmapping(context: WorkContext<UnmapForm>, { equipmentId }: At): Promise<void> {
  return writeInChunks(context, site.unmapPoints, changedIds(context.plan), {
    maxPerCall,
    input: (pointIds) => ({ body: { equipmentId, pointIds } }),
  })
}
