/** A piece of equipment as every page below it begins: at its right address, with its head (domain §8.1, design §4). */
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import type { ParamsFor, PathName, paths } from '~/paths'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import { equipmentHeading } from './header'
import { typeNames } from './types.server'

/** The addresses of equipment and of what is below it. */
type Below = {
  [Name in PathName]: (typeof paths)[Name] extends `${typeof paths.equipment}${string}` ? Name : never
}[PathName]

/**
 * Waits for the equipment, its site and the names of the types, all at once; redirects where the address has it
 * elsewhere. 404 while its flag is off, 403 for who may not see equipment, whatever the page itself asks for.
 */
export async function equipmentAt<Name extends Below>(
  reader: Reader,
  given: { name: Name; at: ParamsFor<Name> & ParamsFor<'equipment'> & Place; request: Request },
) {
  const { name, at, request } = given
  if (!reader.features.equipment) throw new Response(null, { status: 404 })
  if (!reader.may('equipment.read')) throw new Response(null, { status: 403 })
  const [placed, nameOf] = await Promise.all([
    atRightAddress({ reader, name, at, request }, reader.read(site.getEquipment, { path: { id: at.equipmentId } })),
    typeNames(reader),
  ])
  const { node: equipment, path } = placed
  const type = nameOf(equipment.type)
  return {
    equipment,
    type,
    /** Its ancestors, the space it stands in last. */
    path,
    heading: equipmentHeading(reader, { at, equipment, type }),
    timeZone: (placed.site?.ok && placed.site.value.timeZone) || null,
    crumbs: crumbsOf(at, path, { name: equipment.name, href: href('equipment', at) }),
  }
}
