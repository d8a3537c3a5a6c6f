/** The points of all controllers of a place as a list, searched by the backend. */
import { site } from '#contracts/site'
import { unitsOf } from '~/backend/own-record'
import { asPanel } from '~/backend/reader.server'
import { quantities } from '~/domain/units'
import { href } from '~/hrefs'
import type { Source } from '~/screens/list/source.server'
import type { PlaceParams } from '~/screens/place/mount.server'
import { placedPointFields, placedPointSorts } from '~/things/point/filter'
import { findPoints } from '~/things/point/placed-points.server'
import type { PlacedRow } from '~/things/point/row'
import { unitOptions } from '~/things/point/unit-options'
import { mayLookAt } from '~/views'

export const placedPoints: Source<typeof placedPointFields, PlacedRow, PlaceParams> = {
  fields: placedPointFields,
  sorts: placedPointSorts,
  others: ['auto'],
  isPart: true,
  find: (reader, wanted) => findPoints(reader, wanted),
  async options(reader, { tenantId }) {
    const types = await asPanel(reader.ask(site.listPointTypes))
    return {
      unit: unitOptions(Object.keys(quantities), unitsOf(reader.person, tenantId)),
      type: (types.ok ? types.value : [])
        .map(({ id, name }) => ({ value: id, label: name }))
        .sort((a, b) => a.label.localeCompare(b.label, reader.language)),
    }
  },
  standing: { overridden: { state: 'overridden' }, alarm: { state: 'alarm' } },
  async count(reader, { at, filter }) {
    const { total, isPartial } = await findPoints(reader, { at, filter, pageSize: 1 })
    return isPartial ? null : total
  },
  moves: (reader, at) => ({ trends: mayLookAt('trends', reader) ? href('customerTrends', at) : null }),
}
