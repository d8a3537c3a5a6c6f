/** What types of equipment are called, in the language of whoever reads. */
import type { EquipmentType } from '#contracts/equipment'
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'

/** Every type equipment can have; none where the backend cannot say. */
export async function equipmentTypes({ ask }: Pick<Reader, 'ask'>): Promise<EquipmentType[]> {
  const read = await asPanel(ask(site.listEquipmentTypes))
  return read.ok ? read.value : []
}

/** The name of a type; made of its Brick class where nobody names it. */
export async function typeNames(reader: Pick<Reader, 'ask'>): Promise<(type: string) => string> {
  const names = new Map((await equipmentTypes(reader)).map(({ id, name }) => [id, name]))
  return (type) => names.get(type) || type.replaceAll('_', ' ')
}
