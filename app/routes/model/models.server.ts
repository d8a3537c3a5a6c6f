/** The controller models there are, as a list by type (spec §3, §5). */
import type { ControllerModel } from '#contracts/product'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { Source } from '~/screens/list/source.server'
import { modelFields } from './columns'

type At = ParamsFor<'models'>

export type ModelRow = ReturnType<typeof modelRow>

/** All of them on one page: a product service has some dozens. */
export const models: Source<typeof modelFields, ModelRow, At> = {
  fields: modelFields,
  async find({ catalogues }, { at, filter: { platform } }) {
    const { controllers } = await catalogues()
    const rows = controllers
      .filter((model) => platform === undefined || model.platform === platform)
      .sort((a, b) => a.model.type.localeCompare(b.model.type, 'en', { numeric: true }))
      .map((model) => modelRow(at, model))
    return { rows, total: rows.length, next: null }
  },
  async options({ catalogues }) {
    const { controllers } = await catalogues()
    const platforms = [...new Set(controllers.map(({ platform }) => platform))].sort()
    return { platform: platforms.map((value) => ({ value, label: value })) }
  },
}

function modelRow(at: At, model: ControllerModel) {
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
