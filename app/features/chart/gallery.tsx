/** Every chart with data of the reference services, for evaluation mode only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Reader, readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { config } from '~/config.server'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { weekDays } from '~/features/schedule/shared/week-days'
import { address, href, type QueryParams } from '~/hrefs'
import { useLanguage, useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { HeatMap } from '~/ui/chart/heat'
import { Ranges } from '~/ui/chart/ranges'
import { Sparkline } from '~/ui/chart/spark'
import { Week } from '~/ui/chart/week'
import { windowSearch } from '~/ui/chart/window'
import type { PageHandle } from '~/ui/handle'
import { Columns, PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { galleryOf, nowIn } from './gallery.server'

export const handle = { title: (_, t) => t('main:gallery.title'), menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('chartGallery', args.params)
  const reader = await readerFor(args, { capability: 'fault.read', budgetMs: 16_000 })
  requireEvaluation(reader)
  await ownCustomer(reader.read, at)
  const gallery = await galleryOf(reader, at, new URL(args.request.url).searchParams)
  const { schedule, window } = gallery
  return {
    ...gallery,
    at,
    now: schedule && nowIn(schedule.timeZone, window.to),
    faults: gallery.faults.map(({ equipmentName, ruleName }) => ({ equipmentName, ruleName })),
    trend: gallery.trend && { fault: gallery.trend.fault, charts: gallery.trend.charts },
    crumbs: [],
    age: reader.age(),
  }
}

function requireEvaluation({ features }: Reader): void {
  if (!config().evaluation || !features.faults) throw new Response(null, { status: 404 })
}

/** A Monday. */
const monday = Date.UTC(2024, 0, 1)

export default function ChartGallery() {
  const t = useT()
  const language = useLanguage()
  const { at, window, faults, trend, number, schedule, alarms, now } = useLoaderData<typeof loader>()
  const fault = number > 1 ? number : undefined
  const galleryHref = (search: QueryParams) => href('chartGallery', at, { fault, ...search })
  const csv = (chart: string) => href('chartGalleryCsv', at, { chart, fault, ...windowSearch(window) })
  const dayName = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(monday + day * 86_400_000)
  return (
    <Stack>
      <PageHeader
        name={t('main:gallery.title')}
        tabs={faults.map(({ equipmentName, ruleName }, index) => ({
          label: `${t('word.titled', { title: equipmentName })} ${ruleName}`,
          href: href('chartGallery', at, { fault: index > 0 ? index + 1 : undefined }),
          isCurrent: index + 1 === number,
        }))}
      />
      <p className="max-w-prose text-soft">{t('main:gallery.text')}</p>
      <Ranges window={window} href={galleryHref} />
      {trend && (
        <Stack>
          <h2>
            <bdi>{t('word.titled', { title: trend.fault.equipmentName })}</bdi> {trend.fault.ruleName}
          </h2>
          {trend.charts.ok ? (
            <RuleTrends
              charts={trend.charts.value}
              of={trend.fault.equipmentName ?? trend.fault.id}
              zoomHref={(stretch) => galleryHref(windowSearch(stretch))}
              csvHref={csv('trend')}
            />
          ) : (
            <Unavailable detail={serviceProblemText(t, trend.charts.problem)} />
          )}
        </Stack>
      )}
      <Columns>
        {schedule && (
          <Week
            caption={t('main:gallery.week', { name: schedule.schedule.name })}
            aside={schedule.timeZone}
            days={weekDays(schedule.schedule as never, { t }, dayName)}
            now={now ?? undefined}
            csvHref={csv('week')}
          />
        )}
        {alarms && (
          <HeatMap
            caption={t('main:gallery.heat')}
            aside="UTC"
            rows={alarms.days}
            text={(count) => t('main:gallery.alarms', { count })}
            csvHref={csv('heat')}
          />
        )}
      </Columns>
      {alarms && (
        <Section title={t('main:gallery.spark')}>
          <Sparkline
            label={t('main:gallery.alarms', { count: alarms.total })}
            samples={alarms.days.flatMap(({ counts }, day) =>
              counts.map((value, hour) => ({ at: alarms.from + (day * 24 + hour) * 3_600_000, value })),
            )}
            window={alarms}
          />
        </Section>
      )}
    </Stack>
  )
}
