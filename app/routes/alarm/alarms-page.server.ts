/** The data of the alarm list at a place: rows, facets and automatic refresh. */
import { asPanel, type Reader } from '~/backend/reader.server'
import { href, type Search } from '~/hrefs'
import { lookWords } from '~/screens/list/look'
import { listData } from '~/screens/list/source.server'
import { within } from '~/screens/list/within'
import type { Mount } from '~/screens/place/mount.server'
import { cameFromField } from '~/things/alarm/came-from'
import { stillActive } from '~/things/alarm/chosen.server'
import { type AlarmFilter, isEnded } from '~/things/alarm/filter'
import { ownTimeZone } from '~/ui/time-zone.server'
import { alarms } from './alarms.server'

/** Time budget of a page that reads alarms, ms: longer than the 15 s that the service may need. */
export const budget = 16_000
/** Refresh interval that a reader can switch on here, in seconds. */
export const alarmSeconds = 15

export async function alarmsData(reader: Reader, { at, request, list }: Pick<Mount, 'at' | 'request' | 'list'>) {
  const zoned = { ...at, zone: ownTimeZone(request) ?? 'UTC' }
  const [found, ended] = await Promise.all([
    listData(reader, alarms, {
      at: zoned,
      request,
      list,
      csv: (search) => href('customerAlarmsCsv', at, { ...within(at, search), sort: search.sort }),
    }),
    asPanel(stillActive(reader, zoned, {})),
  ])
  const asked = { ...found.filter, sort: found.sort, ...pageAndLook(request) }
  const count = ended.ok ? ended.value.alarms.length : 0
  return {
    ...found,
    /** The target of the ticked rows, with the place that limits "all matching"; null without the right. */
    acknowledge: found.moves.includes('acknowledge')
      ? { action: href('alarmsAcknowledging', at), hidden: { ...within(at, {}), [cameFromField]: list(asked) } }
      : null,
    ended: count > 0 && !isEnded(found.filter as AlarmFilter) ? { count, href: list({ ack: 'ended' }) } : null,
    facets: (['severity', 'ack'] as const).flatMap((name) => {
      const options = found.trouble ? [] : (found.options[name] ?? [])
      const chosen = [found.filter[name] ?? []].flat()
      const isOnly = chosen.length === 1
      const links = options.map(({ value, label }) => ({
        label,
        isCurrent: chosen.includes(value),
        // The link shows exactly as many rows as the number says.
        href: list({ ...found.filter, sort: found.sort, [name]: isOnly && value === chosen[0] ? undefined : value }),
      }))
      return links.length > 0 ? [{ name, links }] : []
    }),
    refresh: {
      isAuto: new URL(request.url).searchParams.get('auto') === String(alarmSeconds),
      href: list(asked),
      autoHref: list({ ...asked, auto: alarmSeconds }),
    },
  }
}

/** The page and the layout of the list, both kept by a refresh. */
function pageAndLook(request: Request): Search {
  const said = new URL(request.url).searchParams
  const words = ['after', 'row', ...lookWords].map((name) => [name, said.get(name)])
  return { ...Object.fromEntries(words), back: said.getAll('back') }
}
