/** The override ledger of a customer, a site group or a site as a list, with its bulk actions. */

import { asPanel, type Reader } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import type { Mount } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { ListSource } from '~/kit/list/source.server'
import { listData, parseSourceSearch } from '~/kit/list/source.server'
import type { PlaceParams } from '~/kit/place/place-params'
import { watchedAt } from '~/kit/place/watched.server'
import { pageAt } from '~/views'
import { mayReleaseAny, releasableLevels } from './may-release'
import { overrideReasons } from './reasons.server'
import { forgottenOverrides, type OverrideFilter, overrideFields, overrideSorts, ownOverrides } from './shared/filter'
import { findOverrides, listOverrides } from './shared/find-overrides.server'
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
  const requested: OverrideFilter = parseSourceSearch(reader, { request, source: overrides }).filter
  const [data, releasable] = await Promise.all([
    listData(reader, overrides, {
      at,
      request,
      list,
      csv: (search) => href('customerOverridesCsv', at, { ...scopeFilter(at, search), sort: search.sort }),
    }),
    countReleasable(reader, at, requested),
  ])
  const { unclear, total, incomplete, trouble, filter } = data
  const count = releasable === 'all' ? total : releasable
  const isComplete = unclear.length === 0 && !trouble && !incomplete && total && !total.isCapped
  return {
    ...data,
    pointsHref: href(pageAt('points', level) ?? 'customerPoints', at),
    watched: await watchedAt(reader, at, data),
    /** Releases what matches: of `total`, the `count` that the person may. */
    clearAll:
      isComplete && count && !count.isCapped && count.count > 0
        ? {
            href: href('overridesClearing', at, { all: 1, ...scopeFilter(at, filter) }),
            count: count.count,
            total: total.count,
          }
        : null,
    clearOwn:
      at.siteId && unclear.length === 0 && !trouble && filter.held === undefined && mayReleaseAny(reader)
        ? href('overridesClearing', at, { all: 1, ...ownOverrides, ...scopeFilter(at, {}) })
        : null,
  }
}

/**
 * Counts the matches that the person may release, which others and programs may hold: `all` where the filter lists no
 * other level, null where the backend does not count.
 */
async function countReleasable(
  reader: Reader,
  at: PlaceParams,
  filter: OverrideFilter,
): Promise<TotalCount | 'all' | null> {
  if (!mayReleaseAny(reader)) return null
  const level = releasableLevels(reader, filter)
  if (!level) return 'all'
  if (level.length === 0) return null
  const read = await asPanel(listOverrides(reader, { at, filter: { ...filter, level }, pageSize: 1 }))
  return read.ok ? (read.value?.total ?? null) : null
}
