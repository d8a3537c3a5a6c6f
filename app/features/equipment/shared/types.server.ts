/** Names of equipment types in the reader's language. */
import type { EquipmentType } from '#contracts/equipment'
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'

/** Returns all equipment types; empty if the backend cannot list them. */
export async function readEquipmentTypes({ call }: Pick<Reader, 'call'>): Promise<EquipmentType[]> {
  const read = await asPanel(call(site.listEquipmentTypes))
  return read.ok ? read.value : []
}

/** Returns a function that names a type; unknown types are named after their Brick class. */
export async function typeNames(reader: Pick<Reader, 'call'>): Promise<(type: string) => string> {
  const names = new Map((await readEquipmentTypes(reader)).map(({ id, name }) => [id, name]))
  return (type) => names.get(type) || type.replaceAll('_', ' ')
}
