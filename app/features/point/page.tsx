/** One point: its value first, then its last day, the priority array, its write history and facts. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { Columns, Section, Stack } from '~/ui/page'
import { AutoReload, Refresh, refreshSeconds } from '~/ui/refresh'
import { Time } from '~/ui/time'
import { HistorianSection } from './historian'
import { LastDayChart } from './last-day'
import { Levels } from './levels'
import { PointAlarms, PointFacts, PointSchedules } from './point-facts'
import { PointHead } from './point-head'
import { pointPageData } from './point-page.server'
import { PresentValue } from './present-value'
import { LiveMarker } from './shared/live-marker'
import { WriteControls } from './write-controls'
import { WriteHistory } from './write-history'

export const handle = { title: (data) => data.row.name, menu: 'devices' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('point', args.params)
  return pointPageData(await readerFor(args, { capability: 'point.read' }), { at, request: args.request })
}

export default function PointPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { tenantId, levels, row, timeZone } = data
  const zone = timeZone ?? undefined
  return (
    <Stack>
      {data.refresh.isAuto && <AutoReload seconds={refreshSeconds} />}
      <PointHead data={data} />
      <ChangedNotice tenantId={tenantId} />
      {data.point.vanishedAt && (
        <Notice tone="warn" quiet title={t('main:point.vanished')}>
          {t('main:point.vanishedText')} <Time at={data.point.vanishedAt} timeZone={zone} />
        </Notice>
      )}
      <Section>
        <div className="flex flex-col gap-4">
          <PresentValue
            data={data}
            controls={
              <>
                <LiveMarker href={data.live} />
                <Refresh {...data.refresh} />
              </>
            }
          />
          <WriteControls data={data} />
        </div>
      </Section>
      <LastDayChart data={data} />
      <Columns hasFacts>
        <Stack>
          {levels.length > 0 && (
            <Section title={t('main:point.levels')} flush>
              <div data-live-part="levels">
                <Levels
                  levels={levels}
                  meaning={row.valueFormat}
                  relinquishDefault={data.point.relinquishDefault}
                  timeZone={zone}
                />
              </div>
            </Section>
          )}
          <PointSchedules data={data} />
          <PointAlarms data={data} />
          <Section title={t('main:point.writes')} flush={data.writes.ok}>
            <div data-live-part="writes">
              <WriteHistory writes={data.writes} meaning={row.valueFormat} timeZone={zone} />
            </div>
          </Section>
        </Stack>
        <Stack>
          <Section title={t('main:point.about')}>
            <PointFacts data={data} />
          </Section>
          <HistorianSection
            historian={data.point.historian}
            trendsHref={data.links.trends}
            settingsHref={data.links.historian}
          />
        </Stack>
      </Columns>
    </Stack>
  )
}
