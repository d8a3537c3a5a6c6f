/** Options of a template form: the models, and the options of each kind of configuration. */
import type { Reader } from '~/backend/reader.server'
import { kinds } from '../configuration.server'
import type { Offered } from './inputs'
import { nameOf, sections, settingOf } from './settings'

export async function offeredFor(reader: Reader): Promise<Offered> {
  const [{ controllers }, ...ofKinds] = await Promise.all([
    reader.catalogues(),
    ...sections.map(async (section) => {
      const options = (await kinds[section].options?.(reader.read)) ?? {}
      return Object.entries(options).flatMap(([path, offered]) => {
        const field = settingOf(section, path)
        return field ? [[nameOf(section, field), offered] as const] : []
      })
    }),
  ])
  const models = controllers
    .filter(({ platform }) => platform !== 'Niagara')
    .map(({ id, model }) => ({ value: id, label: model.name }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }))
  return { productId: models, ...Object.fromEntries(ofKinds.flat()) }
}
