/** The points of a controller as a list. No call filters or searches them: all are read. */

import { unitsOf } from '~/backend/own-record'
import { asPanel } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { isAsked, pointFields } from '~/things/point/filter'
import { pointsOf } from '~/things/point/find-points.server'
import type { PointRow } from '~/things/point/row'
import { unitOptions } from '~/things/point/unit-options'
import { mayLookAt } from '~/views'

export const points: Source<typeof pointFields, PointRow, ParamsFor<'device'>> = {
  fields: pointFields,
  others: ['changed', 'auto'],
  isPart: true,
  async find(reader, { at, filter, after, pageSize }) {
    const { rows: all, isCut } = await pointsOf(reader, at)
    const found = all.filter((row) => isAsked(row, filter))
    const from = startAfter(found, after, ({ id }) => id)
    const rows = found.slice(from, from + pageSize)
    const next = from + pageSize < found.length ? rows.at(-1)?.id : null
    return { rows, total: { count: found.length, isCapped: isCut }, next, isPartial: isCut }
  },
  async options(reader, at) {
    const read = await asPanel(pointsOf(reader, at))
    const units = new Set((read.ok ? read.value.rows : []).flatMap(({ meaning }) => meaning.unit ?? []))
    return { unit: unitOptions([...units].sort(), unitsOf(reader.person, at.tenantId)) }
  },
  standing: { overridden: { state: 'overridden' }, alarm: { state: 'alarm' } },
  async count(reader, { at, filter }) {
    const { rows, isCut } = await pointsOf(reader, at)
    return { count: rows.filter((row) => isAsked(row, filter)).length, isCapped: isCut }
  },
  moves: (reader, at) => ({ trends: mayLookAt('trends', reader) ? href('customerTrends', at) : null }),
}
