/** Maps one free role of a piece of equipment to a point, also one shared with other equipment (domain §4.6). */
import { z } from 'zod'
import { site } from '#contracts/site'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeCalls } from '~/change/write-in-chunks.server'
import { equipmentThing } from '~/features/equipment/shared/thing.server'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { mappedPointSubject, readyText } from './mapping.server'
import { roleNames } from './role-names.server'
import { sharedPoint } from './shared.server'
import { type MappingUnit, pointTypeCheck, readinessOf } from './units'
import { mappingUnits } from './units.server'

type At = ParamsFor<'roleMapping'>

export const MappingRoleForm = z.object({
  point: z.string({ error: 'errors:mapping.noPoint' }).min(1, { error: 'errors:mapping.noPoint' }).max(200),
})
export type MappingRoleForm = z.infer<typeof MappingRoleForm>

/** Returns the equipment and the role. Throws a 404 response for an unknown role. */
export async function readRole(
  ask: Parameters<typeof mappingUnits>[0],
  { customerId, equipmentId, role: roleName }: At,
) {
  const [unit] = await mappingUnits(ask, customerId, [equipmentId])
  const role = unit?.roles.find((one) => one.role === roleName)
  if (!unit || !role) throw new Response(null, { status: 404 })
  return { unit, role }
}

/** Plans the mapping, with the number of rules that are ready afterwards; a role that has a point is skipped. */
export async function planRole(context: PlanContext<MappingRoleForm>, at: At): Promise<Plan> {
  const { form, read, language } = context
  const [, { unit, role }, types] = await Promise.all([
    equipmentThing.load(context, at),
    readRole(read, at),
    read(site.listPointTypes),
  ])
  const { customerId, eTag: version } = unit
  if (role.point) {
    const subject = mappedPointSubject(unit, role.point)
    return { rows: [{ subject, customerId, effect: 'skip', because: 'main:mapping.taken', fields: [] }] }
  }
  const point = await selectedPoint(unit)
  if (!point) return { rows: [], errors: { point: ['errors:mapping.unit'] } }
  const t = translator(language)
  const nameOf = await roleNames(context, at.customerId, types)
  const after = readinessOf(unit, new Map([[role.role, true]]))
  return {
    rows: [
      {
        subject: mappedPointSubject(unit, point),
        customerId,
        version,
        effect: 'change',
        fields: [
          { name: role.role, label: nameOf(role), from: null, to: point.name },
          { name: t('main:mapping.rules'), from: readyText(t, readinessOf(unit)), to: readyText(t, after) },
        ],
        before: { [role.role]: '' },
        after: { [role.role]: point.name },
      },
    ],
  }

  /** Returns a point of its own controllers that fits, or one shared with other equipment of the site. */
  async function selectedPoint({ unmapped }: MappingUnit): Promise<{ id: string; name: string } | null> {
    const own = unmapped.find(({ id }) => id === form.point)
    if (own) return pointTypeCheck(types)(role.pointTypeId, own) ? own : null
    return sharedPoint(read, at, { pointTypeId: role.pointTypeId, pointId: form.point })
  }
}

/** Sends the planned mapping. */
export async function mapRole(context: WorkContext<MappingRoleForm>, at: At): Promise<void> {
  const { role } = await readRole(context.read, at)
  await writeCalls(
    context,
    site.mapPoints,
    changedIds(context.plan).map((pointId) => ({
      ids: [pointId],
      input: {
        body: { equipmentId: at.equipmentId, points: [{ pointId, pointTypeId: role.pointTypeId, role: role.role }] },
      },
    })),
  )
}
