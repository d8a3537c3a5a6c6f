/** Options of a template form: the models, and the options of each kind of configuration. */
import type { Reader } from '~/backend/reader.server'
import { serverKinds } from '~/features/configuration/shared/configuration.server'
import type { TemplateOptions } from './inputs'
import { sections, settingInputName, settingOf } from './template-settings'

export async function templateOptions(reader: Reader): Promise<TemplateOptions> {
  const [{ controllers }, ...kindOptions] = await Promise.all([
    reader.catalogues(),
    ...sections.map(async (section) => {
      const options = (await serverKinds[section].options?.(reader.read)) ?? {}
      return Object.entries(options).flatMap(([path, values]) => {
        const field = settingOf(section, path)
        return field ? [[settingInputName(section, field), values] as const] : []
      })
    }),
  ])
  const models = controllers
    .filter(({ platform }) => platform !== 'Niagara')
    .map(({ id, model }) => ({ value: id, label: model.name }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }))
  return { productId: models, ...Object.fromEntries(kindOptions.flat()) }
}
