/** What a page that does not exist offers inside a tenant or customer: the list it belonged to, and the search. */
import { useLocation, useMatches } from '@remix-run/react'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { ButtonLink } from '~/ui/link'
import type { FrameData } from './frame.server'
import { nearestEntry, sectionOf } from './section'

export function NearestList({ data }: { data: FrameData }) {
  const t = useT()
  const matches = useMatches()
  const { pathname } = useLocation()
  const place = data.customer ?? data.tenant
  const entry = nearestEntry(data.menu, { section: sectionOf(matches), pathname })
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-3">
      {place && entry && (
        <ButtonLink look="primary" href={entry.href}>
          {t('errors:page.listOf', { list: t(`main:view.${entry.name}`), place: place.name })}
        </ButtonLink>
      )}
      {place && data.searchHref && (
        <form
          action={data.searchHref}
          method="get"
          className="flex min-w-0 grow basis-full flex-wrap items-end gap-2 sm:basis-80"
        >
          <label className="flex min-w-0 max-w-96 grow basis-40 flex-col gap-1 text-sm">
            {t('errors:page.searchIn', { place: place.name })}
            <input
              type="search"
              name="q"
              required
              maxLength={200}
              placeholder={t('main:frame.searchHint')}
              className="control w-full"
            />
          </label>
          <Button>{t('main:frame.search')}</Button>
        </form>
      )}
    </div>
  )
}
