/** The controller models in a form, by type code. */
import type { ControllerModel } from '#contracts/product'
import type { Option } from '~/ui/field'
import { typeCodeOf } from './shared/form'

/** Returns the options, including the controller's current model even when the catalogue does not have it. */
export function modelOptions(models: readonly ControllerModel[], productId?: string | null): Option[] {
  const options = models
    .map(({ name, model }) => ({ value: model.type, label: `${model.type} – ${name}` }))
    .sort((a, b) => a.value.localeCompare(b.value, 'en', { numeric: true }))
  const own = typeCodeOf(productId, models)
  return !own || options.some(({ value }) => value === own) ? options : [...options, { value: own, label: own }]
}

/** Returns the field error of a typed model that is not among the options. */
export function modelErrors(
  typed: string | undefined,
  options: readonly Option[],
): { productId: string[] } | undefined {
  if (!typed || options.some(({ value }) => value === typed)) return undefined
  return { productId: ['errors:device.product'] }
}
