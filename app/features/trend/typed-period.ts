/** The start and end that somebody typed: times of the site, named with its zone in the same form. */
import { momentOf } from '~/domain/zoned-day'
import type { ChartSpan } from '~/ui/chart/buckets'
import { timeZoneOrUtc } from '~/ui/format'

/** Returns null unless the form with the fields was sent; `span` is null for times that are missing or in the wrong order. */
export function parseTypedPeriod(search: URLSearchParams): { span: ChartSpan | null } | null {
  const zone = search.get('zone')
  if (zone === null) return null
  const [from, to] = [parseLocal(search.get('from'), zone), parseLocal(search.get('to'), zone)]
  return { span: from !== null && to !== null && from < to ? { from, to } : null }
}

function parseLocal(text: string | null, zone: string): number | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text)) return null
  const local = Date.parse(`${text}Z`)
  return Number.isNaN(local) ? null : momentOf(local, timeZoneOrUtc(zone))
}
