/** The schedules of a place on one day, hour by hour with reasons, by the clock of each controller (journey 7). */

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addDays } from '#contracts/schedule-days'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href, type QueryParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useLanguage, useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { watchedAt } from '~/kit/place/watched.server'
import type { ParamsFor } from '~/paths'
import type { Crumb } from '~/ui/breadcrumb'
import { Button } from '~/ui/button'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { DayInput } from '~/ui/time-input'
import { pageAt } from '~/views'
import { dayOfPlace, parseDate } from './day.server'
import { DaySchedules, DaySummary } from './day-schedules'
import { scheduleBudgetMs } from './schedules.server'
import { dayText } from './words'

export const handle = {
  title: (data, t) => t('main:schedule.day.titleOf', { date: data.date, name: data.place.name }),
  menu: ({ place }) => (place.level === 'device' ? 'devices' : 'schedules'),
} satisfies PageHandle<typeof loader>

/** Schedules per page; the file has all of them. */
const maxRows = 100

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'scheduleDay')
  const reader = await readerFor(args, { view: 'scheduleDay', budgetMs: scheduleBudgetMs })
  const { at, request, list } = mount
  const { date, typed, isUnderstood } = parseDate(request)
  const [place, day] = await Promise.all([loadMountedPlace(reader, mount), dayOfPlace(reader, { at, date })])
  const total = day.ok ? day.value.rows.length : 0
  const requestedFrom = new URL(request.url).searchParams.get('from') ?? ''
  const isRow = /^\d{1,6}$/.test(requestedFrom) && (!day.ok || Number(requestedFrom) < Math.max(1, total))
  const from = isRow ? Number(requestedFrom) : 0
  const pageHref = (search: QueryParams) => list({ date, ...search })
  return {
    place,
    date,
    typed,
    isUnderstood,
    day: day.ok ? { ...day.value, rows: day.value.rows.slice(from, from + maxRows).map((readRow) => readRow()) } : null,
    trouble: day.ok ? null : day.problem,
    total,
    watched: await watchedAt(reader, at, { rows: day.ok ? day.value.rows : [], trouble: !day.ok }),
    from: from + 1,
    // A date has its problem beside its field.
    ignored: unknownParams(request, { date: '-', from: isRow ? '-' : null }),
    links: {
      self: list({}),
      schedules: href(pageAt('schedules', mount.level) ?? 'customerSchedules', at),
      before: list({ date: addDays(date, -1) }),
      after: list({ date: addDays(date, 1) }),
      csv: total > 0 ? href('customerScheduleDayCsv', at, { date, ...innermostPlace(at) }) : null,
      first: from > 0 ? pageHref({}) : undefined,
      previous: from > 0 ? pageHref({ from: from > maxRows ? from - maxRows : undefined }) : undefined,
      next: from + maxRows < total ? pageHref({ from: from + maxRows }) : undefined,
    },
    crumbs: withList(place.crumbs, mount, translator(reader.language)),
    age: reader.age(),
  }
}

/** Inserts the list of schedules before the last breadcrumb. */
function withList(crumbs: Crumb[], { at, level }: ReturnType<typeof mountOf>, t: Translate): Crumb[] {
  const page = pageAt('schedules', level)
  const list = page ? [{ name: t('main:view.schedules'), href: href(page, at as ParamsFor<typeof page>) }] : []
  return [...crumbs.slice(0, -1), ...list, ...crumbs.slice(-1)]
}

/** Returns the innermost place as a filter for the file. */
function innermostPlace({
  groupId,
  siteId,
  buildingId,
  spaceId,
  deviceId,
}: ReturnType<typeof mountOf>['at']): QueryParams {
  if (deviceId) return { deviceId }
  if (spaceId) return { spaceId }
  if (buildingId) return { buildingId }
  return siteId ? { siteId } : { groupId }
}

export default function DayPage() {
  const t = useT()
  const language = useLanguage()
  const { place, date, typed, watched, isUnderstood, day, trouble, links, total, from } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead place={place} title={t('main:schedule.day.of', { name: place.name })} />
      <div className="list-head">
        <form method="get" className="filters">
          <DayInput
            name="date"
            label={t('main:schedule.day.date')}
            defaultValue={typed}
            error={isUnderstood ? undefined : 'errors:schedule.date'}
          />
          <Button>{t('action.show')}</Button>
          <ButtonLink look="quiet" href={links.before}>
            {t('main:schedule.day.before')}
          </ButtonLink>
          <ButtonLink look="quiet" href={links.after}>
            {t('main:schedule.day.after')}
          </ButtonLink>
        </form>
        <h2>{dayText(language, date)}</h2>
        {links.csv && (
          <div className="list-aside">
            <A href={links.csv}>{t('action.download')}</A>
          </div>
        )}
        {day && total > 0 && <DaySummary day={day} total={total} />}
      </div>
      {trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {day && (
        <DaySchedules
          day={day}
          page={{ from, total, links }}
          watched={watched}
          schedulesHref={links.schedules}
          caption={t('main:schedule.day.of', { name: place.name })}
        />
      )}
    </Stack>
  )
}
