/** One point: present value, priority array, schedules that write it, and its write history. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Follow } from '~/things/point/follow'
import { Historian } from '~/things/point/historian'
import type { PageHandle } from '~/ui/handle'
import { Columns, Section, Stack } from '~/ui/page'
import { AutoReload, Refresh, refreshSeconds } from '~/ui/refresh'
import { Control } from './control'
import { LastDay } from './last-day'
import { Levels } from './levels'
import { Now } from './now'
import { PointAlarms, PointFacts, PointSchedules } from './point-facts'
import { PointHead } from './point-head'
import { pointPage } from './point-page.server'
import { Writes } from './writes'

export const handle = { title: (data) => data.row.name, menu: 'devices' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('point', args.params)
  return pointPage(await reader(args, { capability: 'point.read' }), { at, request: args.request })
}

export default function PointPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { tenantId, levels, row, timeZone } = data
  const zone = timeZone ?? undefined
  return (
    <Stack>
      {data.refresh.isAuto && <AutoReload seconds={refreshSeconds} />}
      <Follow href={data.live} />
      <PointHead data={data} />
      <ChangedNotice tenantId={tenantId} />
      <Columns isOfFacts>
        <Stack>
          <Section aside={<Refresh {...data.refresh} />}>
            <Now data={data} />
          </Section>
          <Control data={data} />
          {levels.length > 0 && (
            <Section title={t('main:point.levels')} flush>
              <Levels
                levels={levels}
                meaning={row.meaning}
                relinquishDefault={data.point.relinquishDefault}
                timeZone={zone}
              />
            </Section>
          )}
        </Stack>
        <Stack>
          <Section title={t('main:point.about')}>
            <PointFacts data={data} />
          </Section>
          <Historian
            historian={data.point.historian}
            trendsHref={data.links.trends}
            settingsHref={data.links.historian}
          />
          <PointAlarms data={data} />
          <PointSchedules data={data} />
        </Stack>
      </Columns>
      <LastDay data={data} />
      <Section title={t('main:point.writes')} flush={data.writes.ok}>
        <Writes writes={data.writes} meaning={row.meaning} timeZone={zone} />
      </Section>
    </Stack>
  )
}
