/** The points of all controllers of a place as a list, searched by the backend. */
import { site } from '#contracts/site'
import { asPanel } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { quantities } from '~/domain/units'
import { href } from '~/hrefs'
import { typeWord } from '~/i18n/type-word'
import type { ListSource } from '~/kit/list/source.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { mayOpen } from '~/views'
import { placedPointFields, placedPointSorts } from './filter'
import { findPoints } from './placed-points.server'
import type { PlacedPointRow } from './shared/row'
import { unitOptions } from './unit-options'

export const placedPoints: ListSource<typeof placedPointFields, PlacedPointRow, PlaceParams> = {
  fields: placedPointFields,
  sorts: placedPointSorts,
  others: ['auto'],
  optional: true,
  find: (reader, query) => findPoints(reader, query),
  async options(reader, { tenantId }) {
    const types = await asPanel(reader.call(site.listPointTypes))
    return {
      unit: unitOptions(Object.keys(quantities), unitSystemOf(reader.person, tenantId)),
      type: (types.ok ? types.value : [])
        .map(({ id, name }) => ({ value: id, label: typeWord(reader.language, name) }))
        .sort((a, b) => a.label.localeCompare(b.label, reader.language)),
    }
  },
  presetViews: { overridden: { state: 'overridden' }, alarm: { state: 'alarm' } },
  async count(reader, { at, filter }) {
    const { total, incomplete } = await findPoints(reader, { at, filter, pageSize: 1 })
    return incomplete ? null : total
  },
  bulkActions: (reader, at) => ({ trends: mayOpen('trends', reader) ? href('customerTrends', at) : null }),
}
