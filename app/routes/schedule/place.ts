/** Where the pages are that stand beside a list of schedules. */
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { Mount } from '~/screens/place/mount.server'
import { pageAt } from '~/views'

type At = Pick<Mount, 'at' | 'level'>

/** What happens on a day, of the same place. */
export function dayHref({ at, level }: At, search: { date?: string } = {}): string | null {
  const page = pageAt('scheduleDay', level)
  return page ? href(page, at as ParamsFor<typeof page>, search) : null
}
