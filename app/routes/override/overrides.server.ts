/** The override ledger of a customer, a site group or a site as a list, with its bulk actions. */
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { Source } from '~/screens/list/source.server'
import { listData } from '~/screens/list/source.server'
import { within } from '~/screens/list/within'
import type { Mount, PlaceParams } from '~/screens/place/mount.server'
import { forgotten, overrideFields, overrideSorts } from '~/things/override/filter'
import { findOverrides } from '~/things/override/find-overrides.server'
import { mayClear } from '~/things/override/may-clear'
import { reasonsOf } from '~/things/override/reasons.server'
import { keyOfOverride, type OverrideRow, overrideRow } from '~/things/override/row'

export const overrides: Source<typeof overrideFields, OverrideRow, PlaceParams> = {
  fields: overrideFields,
  sorts: overrideSorts,
  others: ['override', 'changed'],
  isPart: true,
  async find(reader, { at, filter, sort, after, pageSize }) {
    const { overrides: found, ...page } = await findOverrides(reader, { at, filter, sort, after, pageSize })
    const reasons = await reasonsOf(reader, at, found)
    return { ...page, rows: found.map((one) => overrideRow(at, one, reasons.get(keyOfOverride(one)) ?? '')) }
  },
  standing: {
    forgotten,
    emergencies: { level: '1' },
    mine: { by: 'me' },
  },
  async count(reader, { at, filter }) {
    const { total, isPartial } = await findOverrides(reader, { at, filter, pageSize: 1 })
    return isPartial ? null : total
  },
  moves: (reader, at) => ({ clear: mayClear(reader) ? href('overridesClearing', at) : null }),
}

export async function overridesData(reader: Reader, { at, request, list }: Pick<Mount, 'at' | 'request' | 'list'>) {
  const found = await listData(reader, overrides, {
    at,
    request,
    list,
    csv: (search) => href('customerOverridesCsv', at, { ...within(at, search), sort: search.sort }),
  })
  const { unclear, total, isPartial, trouble, filter } = found
  const isWhole = unclear.length === 0 && !trouble && !isPartial && total !== null && !total.isCapped && total.count > 0
  return {
    ...found,
    clearAll: isWhole && mayClear(reader) ? href('overridesClearing', at, { all: 1, ...within(at, filter) }) : null,
  }
}
