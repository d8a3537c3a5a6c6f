/** The points of a controller as a list. No call filters or searches them: all are read. */

import { asPanel } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { startIndexAfter } from '~/screens/list/refused-filter.server'
import type { ListSource } from '~/screens/list/source.server'
import { matchesPointFilter, pointFields } from '~/things/point/filter'
import { pointsOfController } from '~/things/point/find-points.server'
import type { PointRow } from '~/things/point/row'
import { unitOptions } from '~/things/point/unit-options'
import { mayOpen } from '~/views'

export const points: ListSource<typeof pointFields, PointRow, ParamsFor<'device'>> = {
  fields: pointFields,
  others: ['changed', 'auto'],
  optional: true,
  async find(reader, { at, filter, after, pageSize }) {
    const { rows: all, isCut } = await pointsOfController(reader, at)
    const matches = all.filter((row) => matchesPointFilter(row, filter))
    const from = startIndexAfter(matches, after, ({ id }) => id)
    const rows = matches.slice(from, from + pageSize)
    const next = from + pageSize < matches.length ? rows.at(-1)?.id : null
    return { rows, total: { count: matches.length, isCapped: isCut }, next, incomplete: isCut }
  },
  async options(reader, at) {
    const read = await asPanel(pointsOfController(reader, at))
    const units = new Set((read.ok ? read.value.rows : []).flatMap(({ valueFormat }) => valueFormat.unit ?? []))
    return { unit: unitOptions([...units].sort(), unitSystemOf(reader.person, at.tenantId)) }
  },
  presetViews: { overridden: { state: 'overridden' }, alarm: { state: 'alarm' } },
  async count(reader, { at, filter }) {
    const { rows, isCut } = await pointsOfController(reader, at)
    return { count: rows.filter((row) => matchesPointFilter(row, filter)).length, isCapped: isCut }
  },
  bulkActions: (reader, at) => ({ trends: mayOpen('trends', reader) ? href('customerTrends', at) : null }),
}
