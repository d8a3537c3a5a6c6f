/** Links from a list of schedules to the pages of the same place. */

import type { Mount } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { pageAt } from '~/views'

type At = Pick<Mount, 'at' | 'level'>

/** Links to the day of the same place. */
export function dayHref({ at, level }: At, search: { date?: string; changed?: string } = {}): string | null {
  const page = pageAt('scheduleDay', level)
  return page ? href(page, at as ParamsFor<typeof page>, search) : null
}

/** Links to the exception for every schedule of the place; null below a site. */
export function exceptionsHref({ at, level }: At, search: Parameters<typeof href>[2] = {}): string | null {
  const below = at as ParamsFor<'siteScheduleExceptions'>
  if (level === 'customer') return href('customerScheduleExceptions', at, search)
  if (level === 'group') return href('groupScheduleExceptions', below, search)
  return level === 'site' ? href('siteScheduleExceptions', below, search) : null
}
