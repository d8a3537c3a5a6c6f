/** Every chart with data of the reference services, for evaluation mode only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Reader, readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { config } from '~/config.server'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { weekDays } from '~/features/schedule/shared/week-days'
import { address, href, type Place } from '~/hrefs'
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
  return { ...gallery, at, now: schedule && nowIn(schedule.timeZone, window.to), crumbs: [], age: reader.age() }
}

function requireEvaluation({ features }: Reader): void {
  if (!config().evaluation || !features.faults) throw new Response(null, { status: 404 })
}

/** A Monday. */
const monday = Date.UTC(2024, 0, 1)

export default function ChartGallery() {
  const t = useT()
  const language = useLanguage()
  const { at, window, trends, schedule, alarms, now } = useLoaderData<typeof loader>()
  const galleryHref = (search: Parameters<typeof href>[2]) => href('chartGallery', at as Place, search)
  const csv = (chart: string) => href('chartGalleryCsv', at as Place, { chart, ...windowSearch(window) })
  const dayName = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(monday + day * 86_400_000)
  return (
    <Stack>
      <PageHeader name={t('main:gallery.title')} />
      <p className="max-w-prose text-soft">{t('main:gallery.text')}</p>
      <Ranges window={window} href={galleryHref} />
      {trends.map(({ fault, charts: read }, index) => (
        <Stack key={fault.id}>
          <h2>
            <bdi>{t('word.titled', { title: fault.equipmentName })}</bdi> {fault.ruleName}
          </h2>
          {read.ok ? (
            <RuleTrends
              charts={read.value}
              of={fault.equipmentName ?? fault.id}
              zoomHref={(stretch) => galleryHref(windowSearch(stretch))}
              csvHref={csv(`trend-${index}`)}
            />
          ) : (
            <Unavailable detail={serviceProblemText(t, read.problem)} />
          )}
        </Stack>
      ))}
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
