/** The override ledger of a customer, a site group or a site as a list, with its bulk actions. */

import type { Reader } from '~/backend/reader.server'
import type { Mount } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { ListSource } from '~/kit/list/source.server'
import { listData } from '~/kit/list/source.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { watchedAt } from '~/kit/place/watched.server'
import { pageAt } from '~/views'
import { mayReleaseAny } from './may-release'
import { overrideReasons } from './reasons.server'
import { forgottenOverrides, overrideFields, overrideSorts, ownOverrides } from './shared/filter'
import { findOverrides } from './shared/find-overrides.server'
import { type OverrideRow, overrideKey, overrideRow } from './shared/row'

export const overrides: ListSource<typeof overrideFields, OverrideRow, PlaceParams> = {
  fields: overrideFields,
  sorts: overrideSorts,
  others: ['override', 'changed'],
  optional: true,
  async find(reader, { at, filter, sort, after, pageSize }) {
    const { overrides: matches, ...page } = await findOverrides(reader, { at, filter, sort, after, pageSize })
    const reasons = await overrideReasons(reader, at, matches)
    return { ...page, rows: matches.map((one) => overrideRow(at, one, reasons.get(overrideKey(one)) ?? '')) }
  },
  presetViews: {
    forgotten: forgottenOverrides,
    emergencies: { level: '1' },
    mine: { by: 'me' },
    others: { held: 'others', level: ['1', '8', '16', 'other'] },
  },
  async count(reader, { at, filter }) {
    const { total, incomplete } = await findOverrides(reader, { at, filter, pageSize: 1 })
    return incomplete ? null : total
  },
  bulkActions: (reader, at) => ({ clear: mayReleaseAny(reader) ? href('overridesClearing', at) : null }),
}

export async function overridesData(
  reader: Reader,
  { at, request, list, level }: Pick<Mount, 'at' | 'request' | 'list' | 'level'>,
) {
  const data = await listData(reader, overrides, {
    at,
    request,
    list,
    csv: (search) => href('customerOverridesCsv', at, { ...scopeFilter(at, search), sort: search.sort }),
  })
  const { unclear, total, incomplete, trouble, filter } = data
  const isComplete =
    unclear.length === 0 && !trouble && !incomplete && total !== null && !total.isCapped && total.count > 0
  return {
    ...data,
    pointsHref: href(pageAt('points', level) ?? 'customerPoints', at),
    watched: await watchedAt(reader, at, data),
    clearAll:
      isComplete && mayReleaseAny(reader)
        ? href('overridesClearing', at, { all: 1, ...scopeFilter(at, filter) })
        : null,
    clearOwn:
      at.siteId && unclear.length === 0 && !trouble && filter.held === undefined && mayReleaseAny(reader)
        ? href('overridesClearing', at, { all: 1, ...ownOverrides, ...scopeFilter(at, {}) })
        : null,
  }
}
