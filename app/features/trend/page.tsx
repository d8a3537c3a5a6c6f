/** Trends of the points in the address, over the window in the address: searched, compared and saved as sets. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { windowSearch } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { AutoRefresh, Refresh } from '~/ui/refresh'
import { OtherPoints, RemovalForm, TrendLegend } from './legend'
import { Period } from './period'
import { Picker } from './picker'
import { NotStoredNotice } from './shared/not-stored-notice'
import { type TrendsPageData, trendsPageData } from './trends-page.server'
import { useChartZoom } from './use-chart-zoom'

export const handle = {
  title: (data, t) => t('main:trend.of', { name: data.name }),
  menu: 'trends',
  scripts: ['trend', 'fault'],
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTrends', args.params)
  const reader = await readerFor(args, { view: 'trends' })
  return trendsPageData(reader, at, args.request)
}

export default function TrendsPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { name, pointIds, window, isAuto, autoHref, currentHref } = data
  const hasPoints = pointIds.length > 0
  useChartZoom()
  return (
    <Stack>
      <AutoRefresh isAuto={isAuto} autoHref={autoHref} />
      <PageHeader
        kind={<bdi>{name}</bdi>}
        name={t('main:view.trends')}
        actions={hasPoints && window.isNow && <Refresh href={currentHref} autoHref={autoHref} isAuto={isAuto} />}
      />
      <div className={hasPoints ? 'workspace' : 'workspace empty'}>
        <Picker data={data} />
        <Stack>
          {hasPoints ? (
            <>
              <Period data={data} />
              <Charts data={data} />
            </>
          ) : (
            <NoPoints data={data} />
          )}
        </Stack>
      </div>
    </Stack>
  )
}

function NoPoints({ data: { pointsHref, max } }: { data: TrendsPageData }) {
  const t = useT()
  return (
    <Section>
      <EmptyState
        title={t('main:trend.none')}
        actions={pointsHref && <ButtonLink href={pointsHref}>{t('main:trend.toPoints')}</ButtonLink>}
      >
        {t('main:trend.noneText', { most: max })}
      </EmptyState>
    </Section>
  )
}

function Charts({ data }: { data: TrendsPageData }) {
  const t = useT()
  const { at, named, max, problem, earlierProblem, isUnkept, inRules, unkept, charts, isEmpty, hasSeries, timeZone } =
    data
  const { window, pointIds, compare } = data
  // Points that the notice explains have no series.
  const isUnexplained = isEmpty && (hasSeries || !unkept)
  return (
    <>
      {named !== null && (
        <Notice tone="warn" quiet title={t('main:trend.tooMany', { count: named, most: max })}>
          {t('main:trend.tooManyText')}
        </Notice>
      )}
      {problem && <Unavailable detail={serviceProblemText(t, problem)} />}
      {unkept && <NotStoredNotice {...unkept} timeZone={timeZone} />}
      {(isUnkept || isUnexplained) && (
        <Section>
          <EmptyState title={t('main:trend.notKept')}>{t('main:trend.notKeptText')}</EmptyState>
        </Section>
      )}
      {inRules && (
        <Notice tone="info" quiet title={t('main:trend.inRules')}>
          {t('main:trend.inRulesText')} {inRules.without > 0 && t('main:trend.unkept', { count: inRules.without })}
        </Notice>
      )}
      {earlierProblem && (
        <Notice tone="warn" quiet title={t('main:trend.noEarlier')}>
          {serviceProblemText(t, earlierProblem)}
        </Notice>
      )}
      {charts && !isEmpty && (
        <RuleTrends
          charts={charts}
          zoomHref={(span) => href('customerTrends', at, { ...windowSearch(span), compare, point: pointIds })}
          csvHref={href('customerTrendsCsv', at, { ...windowSearch(window), compare, point: pointIds })}
          legend={(lines, text) => <TrendLegend lines={lines} text={text} points={data.points} />}
        />
      )}
      <OtherPoints data={data} />
      <RemovalForm data={data} />
    </>
  )
}
