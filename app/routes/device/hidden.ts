/** Controllers nobody sees while the feature flags of their models are off (spec §5). */
import type { ControllerModel, Platform } from '#contracts/product'
import { visibleControllers } from '~/domain/controllers'
import type { Features } from '~/features'

/** The models that flags hide; controllers of every platform have their place in the lists. */
export function hiddenModels(models: readonly ControllerModel[], flags: Features): ControllerModel[] {
  const platforms = models.map((model) => model.platform) as Platform[]
  const visible = new Set(visibleControllers(models, { platforms, flags }))
  return models.filter((model) => !visible.has(model))
}
