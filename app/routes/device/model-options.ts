/** The controller models a form offers, by the type code people know them by. */
import type { ControllerModel } from '#contracts/product'
import { typeOf } from '~/things/device/form'
import type { Option } from '~/ui/field'

/** The model a controller has is among them, whether the catalogue knows it or not. */
export function modelOptions(models: readonly ControllerModel[], productId?: string | null): Option[] {
  const options = models
    .map(({ name, model }) => ({ value: model.type, label: `${model.type} – ${name}` }))
    .sort((a, b) => a.value.localeCompare(b.value, 'en', { numeric: true }))
  const own = typeOf(productId, models)
  return !own || options.some(({ value }) => value === own) ? options : [...options, { value: own, label: own }]
}

/** What is wrong with a model typed in: one that is not offered. */
export function modelErrors(
  typed: string | undefined,
  options: readonly Option[],
): { productId: string[] } | undefined {
  if (!typed || options.some(({ value }) => value === typed)) return undefined
  return { productId: ['errors:device.product'] }
}
