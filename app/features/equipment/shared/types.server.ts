/** Names of equipment types in the reader's language. */
import type { EquipmentType } from '#contracts/equipment'
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { Language } from '~/i18n/languages'
import { typeWord } from '~/i18n/type-word'

type TypesReader = Pick<Reader, 'call' | 'language'>

/** Returns all equipment types; empty if the backend cannot list them. */
export async function readEquipmentTypes({ call, language }: TypesReader): Promise<EquipmentType[]> {
  const read = await asPanel(call(site.listEquipmentTypes))
  return read.ok ? read.value.map((type) => ({ ...type, name: typeWord(language, type.name) })) : []
}

/** Returns the types above a type, nearest first; a backend may call a type its own parent. */
export function parentsOf(types: readonly EquipmentType[], id: string): string[] {
  const parentById = new Map(types.map((type) => [type.id, type.parentId]))
  const parents: string[] = []
  for (let parent = parentById.get(id); parent && !parents.includes(parent); parent = parentById.get(parent))
    parents.push(parent)
  return parents
}

/** Returns a function that names a type; unknown types are named after their Brick class. */
export async function typeNames(reader: TypesReader): Promise<(type: string) => string> {
  return namesOf(await readEquipmentTypes(reader), reader.language)
}

export function namesOf(types: readonly EquipmentType[], language: Language): (type: string) => string {
  const names = new Map(types.map(({ id, name }) => [id, name]))
  return (type) => names.get(type) || typeWord(language, type.replaceAll('_', ' '))
}
