/**
 * Loads what every page of equipment starts with: the equipment at its canonical address, its heading and its
 * breadcrumbs (domain §8.1, design §4).
 */
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import type { ParamsFor, PathName, paths } from '~/paths'
import { drawingKindOf } from './drawing-slots'
import { equipmentHeading } from './header'
import { namesOf, parentsOf, readEquipmentTypes } from './types.server'

/** Names of the paths at or below equipment. */
type Below = {
  [Name in PathName]: (typeof paths)[Name] extends `${typeof paths.equipment}${string}` ? Name : never
}[PathName]

/**
 * Loads the equipment, its site and the names of types in parallel. Throws a redirect if the equipment has another
 * address, 404 while its feature flag is off, and 403 without the permission to read equipment, whatever the page
 * itself requires.
 */
export async function equipmentAt<Name extends Below>(
  reader: Reader,
  args: { name: Name; at: ParamsFor<Name> & ParamsFor<'equipment'> & Place; request: Request },
) {
  const { name, at, request } = args
  if (!reader.features.equipment) throw new Response(null, { status: 404 })
  if (!reader.may('equipment.read')) throw new Response(null, { status: 403 })
  const [placed, types] = await Promise.all([
    locateOrRedirect({ reader, name, at, request }, reader.read(site.getEquipment, { path: { id: at.equipmentId } })),
    readEquipmentTypes(reader),
  ])
  const { node: equipment, path } = placed
  const type = namesOf(types, reader.language)(equipment.type)
  return {
    equipment,
    type,
    kind: drawingKindOf(equipment.type, parentsOf(types, equipment.type)),
    /** Its ancestors, ending with its space. */
    path,
    heading: equipmentHeading(reader, { at, equipment, type }),
    timeZone: (placed.site?.ok && placed.site.value.timeZone) || null,
    crumbs: crumbsOf(at, path, { name: equipment.name, href: href('equipment', at) }),
  }
}
