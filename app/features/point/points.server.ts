/** The points of a controller as a list. No call filters or searches them: all are read. */

import { asPanel } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { href } from '~/hrefs'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import { mayOpen } from '~/views'
import { matchesPointFilter, pointFields } from './filter'
import { pointsOfController } from './shared/find-points.server'
import type { PointRow } from './shared/row'
import { unitOptions } from './unit-options'

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
