/** The controller models as a list by type (spec §3, §5). */

import { matchesAny } from '~/kit/list/filter'
import type { ListSource } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import { modelFields } from './columns'
import { type ModelRow, modelRow } from './row'

/** All on one page: a product service has some dozens of models. */
export const models: ListSource<typeof modelFields, ModelRow, ParamsFor<'models'>> = {
  fields: modelFields,
  async find({ catalogues }, { at, filter: { platform } }) {
    const { controllers } = await catalogues()
    const rows = controllers
      .filter((model) => matchesAny(platform, model.platform))
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
