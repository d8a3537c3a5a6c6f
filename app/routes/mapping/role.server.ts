/** Maps one free role of a piece of equipment to a point, also one shared with other equipment (domain §4.6). */
import { z } from 'zod'
import { site } from '#contracts/site'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inCalls } from '~/change/in-chunks.server'
import type { Plan } from '~/change/plan'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { equipmentThing } from '~/things/equipment/thing.server'
import { pointOf, readyText } from '~/things/mapping/mapping.server'
import { sharedPoint } from '~/things/mapping/shared.server'
import { fitsBy, readinessOf, type Unit } from '~/things/mapping/units'
import { unitsOf } from '~/things/mapping/units.server'

type At = ParamsFor<'roleMapping'>

export const RoleForm = z.object({
  point: z.string({ error: 'errors:mapping.noPoint' }).min(1, { error: 'errors:mapping.noPoint' }).max(200),
})
export type RoleForm = z.infer<typeof RoleForm>

/** Returns the equipment and the role. Throws a 404 response for an unknown role. */
export async function roleOn(ask: Parameters<typeof unitsOf>[0], { customerId, equipmentId, role: asked }: At) {
  const [unit] = await unitsOf(ask, customerId, [equipmentId])
  const role = unit?.roles.find((one) => one.role === asked)
  if (!unit || !role) throw new Response(null, { status: 404 })
  return { unit, role }
}

/** Plans the mapping, with the number of rules that are ready afterwards; a role that has a point is skipped. */
export async function planRole(desk: Desk<RoleForm>, at: At): Promise<Plan> {
  const { form, read, language } = desk
  const [, { unit, role }, types] = await Promise.all([
    equipmentThing.afresh(desk, at),
    roleOn(read, at),
    read(site.listPointTypes),
  ])
  const { customerId, eTag: version } = unit
  if (role.point) {
    const subject = pointOf(unit, role.point)
    return { rows: [{ subject, customerId, effect: 'skip', because: 'main:mapping.taken', fields: [] }] }
  }
  const point = await chosenPoint(unit)
  if (!point) return { rows: [], errors: { point: ['errors:mapping.unit'] } }
  const t = translator(language)
  const after = readinessOf(unit, new Map([[role.role, true]]))
  return {
    rows: [
      {
        subject: pointOf(unit, point),
        customerId,
        version,
        effect: 'change',
        fields: [
          { name: role.role, from: null, to: point.name },
          { name: t('main:mapping.rules'), from: readyText(t, readinessOf(unit)), to: readyText(t, after) },
        ],
        before: { [role.role]: '' },
        after: { [role.role]: point.name },
      },
    ],
  }

  /** Returns a point of its own controllers that fits, or one shared with other equipment of the site. */
  async function chosenPoint({ free }: Unit): Promise<{ id: string; name: string } | null> {
    const own = free.find(({ id }) => id === form.point)
    if (own) return fitsBy(types)(role.pointTypeId, own) ? own : null
    return sharedPoint(read, at, { pointTypeId: role.pointTypeId, pointId: form.point })
  }
}

/** Sends the planned mapping. */
export async function giveRole(desk: WorkDesk<RoleForm>, at: At): Promise<void> {
  const { role } = await roleOn(desk.read, at)
  await inCalls(
    desk,
    site.mapPoints,
    changedIn(desk.plan).map((pointId) => ({
      ids: [pointId],
      input: {
        body: { equipmentId: at.equipmentId, points: [{ pointId, pointTypeId: role.pointTypeId, role: role.role }] },
      },
    })),
  )
}
