/** The start and end that somebody typed: times of the site, named with its zone in the same form. */
import type { ChartSpan } from '~/ui/chart/buckets'
import { parseTypedMoment } from '~/ui/chart/moment'

/** Returns null unless the form with the fields was sent; `span` is null for times that are missing or in the wrong order. */
export function parseTypedPeriod(search: URLSearchParams): { span: ChartSpan | null } | null {
  const zone = search.get('zone')
  if (zone === null) return null
  const [from = null, to = null] = ['from', 'to'].map((name) => parseTypedMoment(search.get(name) ?? '', zone))
  return { span: from !== null && to !== null && from < to ? { from, to } : null }
}
