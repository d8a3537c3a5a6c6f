/** The data of the alarm list at a place: rows, facets and automatic refresh. */
import { asPanel, type Reader } from '~/backend/reader.server'
import { limitFor } from '~/changes'
import type { Mount } from '~/features/place/shared/mount.server'
import { href, type QueryParams } from '~/hrefs'
import { lookParams } from '~/kit/list/look'
import { scopeFilter } from '~/kit/list/scope-filter'
import { type ListData, listData } from '~/kit/list/source.server'
import { watchedAt } from '~/kit/place/watched.server'
import { ownTimeZone } from '~/ui/time-zone.server'
import { alarms } from './alarms.server'
import type { AlarmRow } from './row'
import { expiredAcknowledgements } from './selected-alarms.server'
import { type AlarmListFilter, inView, selectsExpired, withDefaultView } from './shared/filter'
import { returnListField } from './shared/return-list'

/** Time budget of a page that reads alarms, ms: longer than the 15 s that the service may need. */
export const alarmBudgetMs = 16_000
/** Refresh interval that a reader can switch on here, in seconds. */
export const alarmRefreshSeconds = 15

export async function alarmsData(reader: Reader, mount: Pick<Mount, 'at' | 'request' | 'list'>) {
  const { at } = mount
  const request = withDefaultView(mount.request)
  const list = (search: QueryParams) => mount.list(inView(search))
  const zoned = { ...at, zone: ownTimeZone(request) ?? 'UTC' }
  const [data, ended] = await Promise.all([
    listData(reader, alarms, {
      at: zoned,
      request,
      list,
      csv: (search) => href('customerAlarmsCsv', at, { ...scopeFilter(at, search), sort: search.sort }),
    }),
    asPanel(expiredAcknowledgements(reader, zoned, {})),
  ])
  const query = { ...data.filter, sort: data.sort, ...pageAndLook(request) }
  const count = ended.ok ? ended.value.alarms.length : 0
  const severities = [data.filter.severity ?? []].flat()
  const isPreset = data.views?.tabs.some(({ isCurrent }) => isCurrent)
  return {
    ...data,
    // The tab of a view names what it shows: chips would repeat it.
    links: isPreset ? { ...data.links, without: {} } : data.links,
    /** The target of the ticked rows, with the place that limits "all matching"; null without the right. */
    acknowledge: data.bulkActions.includes('acknowledge')
      ? { action: href('alarmsAcknowledging', at), hidden: { ...scopeFilter(at, {}), [returnListField]: list(query) } }
      : null,
    acknowledgeAllHref: acknowledgeAllHref(data, at),
    watched: await watchedAt(reader, at, data),
    /** Whether the list is as it opens: with the filter of its first view and no other. */
    isDefaultView: data.views?.tabs.some(({ key, isCurrent }) => isCurrent && key === 'toAcknowledge') ?? false,
    allHref: list({}),
    ended:
      count > 0 && !selectsExpired(data.filter as AlarmListFilter) ? { count, href: list({ ack: 'ended' }) } : null,
    severityLinks: (data.trouble ? [] : (data.options.severity ?? [])).map(({ value, label }) => ({
      label,
      isCurrent: severities.includes(value),
      // The link shows exactly as many rows as the number says.
      href: list({
        ...data.filter,
        ...data.columns,
        sort: data.sort,
        severity: severities.join() === value ? undefined : value,
      }),
    })),
    refresh: {
      isAuto: new URL(request.url).searchParams.get('auto') === String(alarmRefreshSeconds),
      href: list(query),
      autoHref: list({ ...query, auto: alarmRefreshSeconds }),
    },
  }
}

/** Returns where all alarms of the list are acknowledged; null unless several of them wait, or without the right. */
function acknowledgeAllHref(
  { bulkActions, unclear, trouble, incomplete, total, filter }: ListData<AlarmRow>,
  at: Mount['at'],
): string | null {
  const isComplete = unclear.length === 0 && !trouble && !incomplete && total !== null && !total.isCapped
  const ack = [(filter as AlarmListFilter).ack ?? []].flat()
  const isWaiting = ack.length === 0 || ack.includes('unacknowledged')
  if (!bulkActions.includes('acknowledge') || !isComplete || !isWaiting) return null
  if (total.count < 2 || total.count > limitFor('alarm.acknowledge')) return null
  return href('alarmsAcknowledging', at, { all: 1, ...scopeFilter(at, filter) })
}

/** The page and the layout of the list, both kept by a refresh. */
function pageAndLook(request: Request): QueryParams {
  const params = new URL(request.url).searchParams
  const entries = ['after', 'row', ...lookParams].map((name) => [name, params.get(name)])
  return { ...Object.fromEntries(entries), back: params.getAll('back') }
}
