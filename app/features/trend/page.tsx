/** Trends of the points in the address, over the window in the address: searched, compared and saved as sets. */
import './workspace.css'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { LiveMarker } from '~/features/point/shared/live-marker'
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
import { OtherPoints, TrendLegend } from './legend'
import { Period } from './period'
import { Picker } from './picker'
import { NotStoredNotice } from './shared/not-stored-notice'
import { type TrendsPageData, trendsPageData } from './trends-page.server'
import { useChartZoom } from './use-chart-zoom'
import { useLiveCharts } from './use-live-charts'

export const handle = {
  title: (data, t) => t('main:trend.of', { name: data.name }),
  menu: 'trends',
  scripts: ['trend', 'faultChart', 'pointLive'],
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTrends', args.params)
  const reader = await readerFor(args, { view: 'trends' })
  return trendsPageData(reader, at, args.request)
}

export default function TrendsPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { name, pointIds, window, isAuto, autoHref } = data
  const hasPoints = pointIds.length > 0
  useChartZoom()
  return (
    <Stack>
      <AutoRefresh isAuto={isAuto} autoHref={autoHref} />
      <PageHeader
        kind={<bdi>{name}</bdi>}
        name={t('main:view.trends')}
        actions={hasPoints && window.isNow && <Actions data={data} />}
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

/** Follows the values, or reads the page again. */
function Actions({ data }: { data: TrendsPageData }) {
  const t = useT()
  const { isAuto, autoHref, currentHref, isLive, canFollow, live, liveHref, pointIds } = data
  return (
    <>
      {/* The script of the page follows the points of such elements. */}
      {live && pointIds.map((pointId) => <span key={pointId} hidden data-point={pointId} />)}
      <LiveMarker href={live} />
      {canFollow && (
        <ButtonLink small look={isLive ? 'secondary' : 'quiet'} href={isLive ? currentHref : liveHref}>
          {t(isLive ? 'main:trend.unfollow' : 'main:trend.follow')}
        </ButtonLink>
      )}
      <Refresh href={isLive ? liveHref : currentHref} autoHref={autoHref} isAuto={isAuto} />
    </>
  )
}

/** Returns the points of lines. */
const pointsOfKeys = (points: TrendsPageData['points'], keys: readonly string[]) =>
  points.filter(({ key }) => key !== null && keys.includes(key)).map(({ pointId }) => pointId)

function NoPoints({ data: { pointsHref, max } }: { data: TrendsPageData }) {
  const t = useT()
  return (
    <Section>
      <EmptyState title={t('main:trend.none')} offers={[{ label: t('main:trend.toPoints'), href: pointsHref }]}>
        {t('main:trend.noneText', { most: max })}
      </EmptyState>
    </Section>
  )
}

function Charts({ data }: { data: TrendsPageData }) {
  const t = useT()
  const charts = useLiveCharts(data)
  const { at, named, max, problem, earlierProblem, isUnkept, inRules, unkept, isEmpty, hasSeries, timeZone } = data
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
          csvHrefOf={(keys) =>
            href('customerTrendsCsv', at, { ...windowSearch(window), compare, point: pointsOfKeys(data.points, keys) })
          }
          mark={data.mark}
          hasReact
          legend={(chart, lines, text) => <TrendLegend chart={chart} lines={lines} text={text} data={data} />}
        />
      )}
      <OtherPoints data={data} />
    </>
  )
}
