/** Plans and sends the unmapping of points from the roles of a piece of equipment (domain §4.6). */
import { z } from 'zod'
import { site } from '#contracts/site'
import type { Desk, WorkDesk } from '~/change/desk'
import { changedIn, inChunks } from '~/change/in-chunks.server'
import type { Plan } from '~/change/plan'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { equipmentThing } from '~/things/equipment/thing.server'
import { pointOf, stopsNote } from '~/things/mapping/mapping.server'
import { type Unit, waitingIn } from '~/things/mapping/units'
import { unitsOf } from '~/things/mapping/units.server'

type At = ParamsFor<'equipmentUnmapping'>

/** The limit of one call. */
const most = 200

export const UnmapForm = z.object({
  point: z.array(z.string().min(1).max(200)).min(1, { error: 'errors:mapping.noPoint' }).max(most),
})
export type UnmapForm = z.infer<typeof UnmapForm>

/** A point with its roles on one piece of equipment. */
export interface Played {
  id: string
  name: string
  roles: string[]
}

/** Returns the mapped points of a piece of equipment, in the order of its roles. */
export function playedOn({ roles }: Pick<Unit, 'roles'>): Played[] {
  const played = new Map<string, Played>()
  for (const { role, point } of roles) {
    if (!point) continue
    const known = played.get(point.id)
    if (known) known.roles.push(role)
    else played.set(point.id, { ...point, roles: [role] })
  }
  return [...played.values()]
}

/** Returns one row per selected point with its roles, and notes the rules that stop. */
export async function planUnmapping(desk: Desk<UnmapForm>, at: At): Promise<Plan> {
  const { form, read, language } = desk
  const [, [unit]] = await Promise.all([
    equipmentThing.afresh(desk, at),
    unitsOf(read, at.customerId, [at.equipmentId]),
  ])
  if (!unit) throw new Response(null, { status: 404 })
  const chosen = playedOn(unit).filter(({ id }) => form.point.includes(id))
  if (chosen.length === 0) return { rows: [], errors: { point: ['errors:mapping.noPoint'] } }
  const t = translator(language)
  const emptied = new Map(chosen.flatMap(({ roles }) => roles.map((role) => [role, false] as const)))
  const were = waitingIn(unit)
  const stops = [...waitingIn(unit, emptied)].filter((rule) => !were.has(rule)).sort()
  const missing = new Set(form.point).size - chosen.length
  return {
    rows: chosen.map(({ roles, ...point }) => ({
      subject: pointOf(unit, point),
      customerId: unit.customerId,
      version: unit.eTag,
      effect: 'change',
      fields: roles.map((role) => ({ name: role, from: point.name, to: null })),
      before: Object.fromEntries(roles.map((role) => [role, point.name])),
      after: Object.fromEntries(roles.map((role) => [role, ''])),
    })),
    notes: [...stopsNote(t, stops), ...(missing > 0 ? [t('main:mapping.missing')] : [])],
    needsReason: stops.length > 0,
  }
}

/** Unmaps the planned points; a refusal does not stop the others. */
export function unmapChosen(desk: WorkDesk<UnmapForm>, { equipmentId }: At): Promise<void> {
  return inChunks(desk, site.unmapPoints, changedIn(desk.plan), {
    most,
    input: (pointIds) => ({ body: { equipmentId, pointIds } }),
  })
}
