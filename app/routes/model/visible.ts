/** The controller models that people here may choose from and look at (spec §5). */
import type { ControllerModel } from '#contracts/product'
import type { Features } from '~/features'
import { hiddenModels } from '../device/hidden'

/** Those no flag hides, of every platform, by their type codes. */
export function visibleModels(models: readonly ControllerModel[], flags: Features): ControllerModel[] {
  const hidden = new Set(hiddenModels(models, flags))
  return models
    .filter((model) => !hidden.has(model))
    .sort((a, b) => a.model.type.localeCompare(b.model.type, 'en', { numeric: true }))
}
