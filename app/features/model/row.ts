/** A controller model as a list row. */
import type { ControllerModel } from '#contracts/product'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'

export type ModelRow = ReturnType<typeof modelRow>

export function modelRow(at: ParamsFor<'models'>, model: ControllerModel) {
  return {
    id: model.id,
    href: href('model', { ...at, productId: model.id }),
    type: model.model.type,
    name: model.name,
    description: model.description,
    platform: model.platform,
    inputs: model.inputs?.count ?? null,
    outputs: model.outputs?.count ?? null,
    maxPoints: model.license?.maxPoints ?? null,
    isPreRelease: model.preRelease === true,
  }
}
