/** The controller models a form offers, by the type code people know them by. */
import type { ControllerModel } from '#contracts/product'
import type { Features } from '~/features'
import type { Option } from '~/ui/field'
import { typeOf } from './form'
import { hiddenModels } from './hidden'

/** Those no flag hides (spec §5); the model a controller has is among them whatever the flags say. */
export function modelOptions(
  models: readonly ControllerModel[],
  features: Features,
  productId?: string | null,
): Option[] {
  const hidden = new Set(hiddenModels(models, features))
  const options = models
    .filter((model) => !hidden.has(model) || model.id === productId)
    .map(({ name, model }) => ({ value: model.type, label: `${model.type} – ${name}` }))
    .sort((a, b) => a.value.localeCompare(b.value, 'en', { numeric: true }))
  const own = typeOf(productId, models)
  return !own || options.some(({ value }) => value === own) ? options : [...options, { value: own, label: own }]
}

/** What is wrong with a model typed in: one that is not there, or that a flag hides. */
export function modelErrors(
  typed: string | undefined,
  options: readonly Option[],
): { productId: string[] } | undefined {
  if (!typed || options.some(({ value }) => value === typed)) return undefined
  return { productId: ['errors:device.product'] }
}
