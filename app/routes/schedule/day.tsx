/** What happens on a day: every schedule of a place, hour by hour and why, by the clock of its controller (journey 7). */
import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addDays } from '#contracts/schedule-days'
import { reader } from '~/backend/reader.server'
import { serviceText } from '~/change/problem-text'
import { href, type Search } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useLanguage, useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { mountOf, placeOf } from '~/screens/place/mount.server'
import { PlaceHead } from '~/screens/place/place-head'
import { clockText, dayText, valueText } from '~/things/schedule/words'
import { Badge } from '~/ui/badge'
import type { Crumb } from '~/ui/breadcrumb'
import { Button } from '~/ui/button'
import { DayLine } from '~/ui/chart/day'
import { EmptyState } from '~/ui/empty-state'
import { TextInput } from '~/ui/field'
import { zoneName } from '~/ui/format'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { pageAt } from '~/views'
import { dateIn, dayAt } from './day.server'
import { budget } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:schedule.day.titleOf', { date: data.date, name: data.place.name }),
  menu: ({ place }) => (place.level === 'device' ? 'devices' : 'schedules'),
} satisfies PageHandle<typeof loader>

/** Schedules on a page; the file has them all. */
const rowsShown = 100

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'scheduleDay')
  const made = await reader(args, { view: 'scheduleDay', budget })
  const { at, request, list } = mount
  const { date, isUnderstood } = dateIn(request)
  const [place, day] = await Promise.all([placeOf(made, mount), dayAt(made, { at, date })])
  const from = Math.max(0, Math.trunc(Number(new URL(request.url).searchParams.get('from')) || 0))
  const total = day.ok ? day.value.rows.length : 0
  const here = (search: Search) => list({ date, ...search })
  return {
    place,
    date,
    isUnderstood,
    day: day.ok ? { ...day.value, rows: day.value.rows.slice(from, from + rowsShown).map((told) => told()) } : null,
    trouble: day.ok ? null : day.problem,
    total,
    from: from + 1,
    links: {
      here: list({}),
      before: list({ date: addDays(date, -1) }),
      after: list({ date: addDays(date, 1) }),
      csv: total > 0 ? href('customerScheduleDayCsv', at, { date, ...placeWords(at) }) : null,
      first: from > 0 ? here({}) : undefined,
      previous: from > 0 ? here({ from: from > rowsShown ? from - rowsShown : undefined }) : undefined,
      next: from + rowsShown < total ? here({ from: from + rowsShown }) : undefined,
    },
    crumbs: withList(place.crumbs, mount, translator(made.language)),
    age: made.age(),
  }
}

/** The list of the same place stands between the place and its day. */
function withList(crumbs: Crumb[], { at, level }: ReturnType<typeof mountOf>, t: Translate): Crumb[] {
  const page = pageAt('schedules', level)
  const list = page ? [{ name: t('main:view.schedules'), href: href(page, at as ParamsFor<typeof page>) }] : []
  return [...crumbs.slice(0, -1), ...list, ...crumbs.slice(-1)]
}

/** The innermost place of an address, as the file asks for it. */
function placeWords({ groupId, siteId, buildingId, spaceId, deviceId }: ReturnType<typeof mountOf>['at']): Search {
  if (deviceId) return { deviceId }
  if (spaceId) return { spaceId }
  if (buildingId) return { buildingId }
  return siteId ? { siteId } : { groupId }
}

type Shown = NonNullable<SerializeFrom<typeof loader>['day']>
type Row = Shown['rows'][number]

export default function DayPage() {
  const t = useT()
  const language = useLanguage()
  const { place, date, isUnderstood, day, trouble, links } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead place={place} title={t('main:schedule.day.of', { name: place.name })} />
      <form method="get" className="filters">
        <TextInput
          name="date"
          label={t('main:schedule.day.date')}
          type="date"
          defaultValue={date}
          error={isUnderstood ? undefined : 'errors:schedule.date'}
        />
        <Button>{t('action.show')}</Button>
        <ButtonLink look="quiet" href={links.before}>
          {t('main:schedule.day.before')}
        </ButtonLink>
        <ButtonLink look="quiet" href={links.after}>
          {t('main:schedule.day.after')}
        </ButtonLink>
        {links.csv && <A href={links.csv}>{t('action.download')}</A>}
      </form>
      <h2>{dayText(language, date)}</h2>
      {trouble && <Unavailable detail={serviceText(t, trouble)} />}
      {day && <DayShown day={day} />}
    </Stack>
  )
}

function DayShown({ day }: { day: Shown }) {
  const t = useT()
  const { total, from, links, place } = useLoaderData<typeof loader>()
  const caption = t('main:schedule.day.of', { name: place.name })
  if (total === 0)
    return (
      <Section>
        <EmptyState title={t('main:schedule.empty')}>{t('main:schedule.emptyText')}</EmptyState>
      </Section>
    )
  return (
    <>
      <p>
        {t('main:schedule.day.count', { count: total })}{' '}
        {day.kept.length === 0
          ? t('main:schedule.day.ordinary')
          : day.kept.map(({ name, count }) => t('main:schedule.day.keep', { count, name })).join(' ')}
      </p>
      {day.unaware > 0 && (
        <Notice tone="warn" quiet title={t('main:schedule.day.unaware', { count: day.unaware })}>
          {t('main:schedule.day.unawareText')}
        </Notice>
      )}
      {day.jumps.map(({ timeZone, from: before, to: after }) => (
        <Notice key={timeZone} tone="info" quiet title={t('main:schedule.day.jump', { zone: zoneName(timeZone) })}>
          {t(before < after ? 'main:schedule.day.forward' : 'main:schedule.day.back', {
            from: clockText(before),
            to: clockText(after),
          })}
        </Notice>
      ))}
      {day.isCut && (
        <Notice tone="warn" quiet title={t('main:schedule.partial')}>
          {t('main:schedule.day.partial')}
        </Notice>
      )}
      <Section flush>
        <Table
          caption={caption}
          rows={day.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              title: t('main:schedule.one'),
              isRowHeader: true,
              cell: ({ name, href: to, device, place: where }) => (
                <>
                  {to ? (
                    <A href={to}>
                      <bdi>{name}</bdi>
                    </A>
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                  <span className="block text-sm font-normal text-soft">
                    <bdi>{[device, where.split(' / ').at(-1)].filter(Boolean).join(' · ')}</bdi>
                  </span>
                </>
              ),
            },
            { key: 'hours', title: t('main:schedule.day.hours'), cell: (row) => <Hours row={row} /> },
            { key: 'why', title: t('main:schedule.day.why'), cell: (row) => <Why row={row} /> },
          ]}
        />
        <Pager
          caption={caption}
          shown={day.rows.length}
          total={total}
          from={from}
          firstHref={links.first}
          previousHref={links.previous}
          nextHref={links.next}
        />
      </Section>
    </>
  )
}

/** The day drawn, and the same in words. */
function Hours({ row }: { row: Row }) {
  const t = useT()
  const { stretches, facets, hours, name } = row
  const said = stretches.map(({ start, end, value }) => ({
    when: `${clockText(start)}–${clockText(end)}`,
    what: valueText(t, facets, value),
  }))
  return (
    <div className="flex flex-col gap-1">
      <DayLine
        name={t('main:schedule.day.drawn', { name })}
        blocks={stretches.map(({ from, to, isOn, because }, at) => ({
          from,
          to,
          isOn,
          isException: because === 'exception',
          label: `${said[at]?.when} ${said[at]?.what}`,
        }))}
        hours={Array.from({ length: Math.ceil(hours) - 1 }, (_, at) => (at + 1) / hours)}
      />
      <ul className="day-words">
        {said.map(({ when, what }) => (
          <li key={when}>
            <span className="tabular-nums">{when}</span> <bdi>{what}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Why, stretch by stretch where the reasons differ. */
function Why({ row }: { row: Row }) {
  const t = useT()
  const reasons = [
    ...new Set(
      row.stretches.map(({ because, exception }) =>
        exception === null
          ? t(`main:schedule.because.${because}`)
          : t('main:schedule.because.exceptionNamed', { name: exception }),
      ),
    ),
  ]
  return (
    <>
      {row.isUnaware && (
        <span className="block">
          <Badge tone="warn">{t('main:schedule.day.isUnaware')}</Badge>
        </span>
      )}
      {reasons.map((reason) => (
        <span key={reason} className="block text-sm">
          {reason}
        </span>
      ))}
    </>
  )
}
