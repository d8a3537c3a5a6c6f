/** The trends of the points in the address, over the window in the address. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { serviceProblemText } from '~/change/problem-text'
import { RuleTrends } from '~/features/fault/shared/rule-trends'
import { ruleCharts } from '~/features/fault/shared/rule-trends.server'
import { address, href, type QueryParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { Ranges } from '~/ui/chart/ranges'
import { parseChartWindow, validWindowParams, windowSearch } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { mayOpen } from '~/views'
import { notStoredSpans } from './not-stored'
import { pointHrefs } from './point-hrefs.server'
import { maxPoints, pointsInSearch, readPointTrends, timeZoneOf } from './point-trends.server'
import { NotStoredNotice } from './shared/not-stored-notice'
import { toRuleTrendsWithData } from './to-rule-trends'

export const handle = {
  title: (data, t) => t('main:trend.of', { name: data.name }),
  menu: 'trends',
  scripts: ['trend', 'fault'],
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTrends', args.params)
  const reader = await readerFor(args, { view: 'trends' })
  const search = new URL(args.request.url).searchParams
  const { pointIds, namedCount } = pointsInSearch(search)
  const window = parseChartWindow(search, Date.now())
  const [customer, readTrends] = await Promise.all([
    ownCustomer(reader.read, at),
    pointIds.length > 0
      ? readPointTrends(reader, { customerId: at.customerId, pointIds, from: window.from, to: window.to })
      : null,
  ])
  const series = readTrends?.ok ? (readTrends.value?.series ?? []) : []
  const hrefOf = await pointHrefs(reader, at, series)
  const t = translator(reader.language)
  const timeZone = timeZoneOf(series)
  const shown = readTrends?.ok && readTrends.value ? toRuleTrendsWithData(readTrends.value) : null
  return {
    at,
    name: customer.name,
    pointsHref: mayOpen('points', reader) ? href('customerPoints', at) : null,
    pointIds,
    named: namedCount > maxPoints ? namedCount : null,
    max: maxPoints,
    window,
    problem: readTrends && !readTrends.ok ? readTrends.problem : null,
    isUnkept: readTrends?.ok === true && readTrends.value === null,
    inRules: (readTrends?.ok && readTrends.value?.inRules) || null,
    unkept: notStoredSpans(series),
    charts:
      shown &&
      ruleCharts(shown, { timeZone, system: unitSystemOf(reader.person, at.tenantId), language: reader.language }),
    isEmpty: shown?.series.every(({ samples }) => samples.length === 0) ?? false,
    hasSeries: shown ? shown.series.length > 0 : false,
    pointLinks: series.map(({ pointId, name, displayName }) => ({
      pointId,
      name: displayName || name,
      href: hrefOf(pointId),
    })),
    timeZone,
    unclear: unknownParams(args.request, { ...validWindowParams(search), point: pointIds }),
    crumbs: [{ name: t('main:view.trends'), href: href('customerTrends', at) }],
    age: reader.age(),
  }
}

export default function TrendsPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { at, name, pointsHref, pointIds, named, max, window, problem, isUnkept, inRules, pointLinks, timeZone } = data
  const { unkept, charts, isEmpty, hasSeries } = data
  const hrefWith = (search: QueryParams, points: readonly string[] = pointIds) =>
    href('customerTrends', at, { ...search, point: [...points] })
  // Points that the notice explains have no series.
  const isUnexplained = isEmpty && (hasSeries || !unkept)
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:view.trends')} />
      {named !== null && (
        <Notice tone="warn" quiet title={t('main:trend.tooMany', { count: named, most: max })}>
          {t('main:trend.tooManyText')}
        </Notice>
      )}
      {pointLinks.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {pointLinks.map((point) => (
            <li key={point.pointId}>
              {point.href ? (
                <A href={point.href}>
                  <bdi>{point.name}</bdi>
                </A>
              ) : (
                <bdi>{point.name}</bdi>
              )}
            </li>
          ))}
        </ul>
      )}
      {pointIds.length > 0 && <Ranges window={window} href={hrefWith} />}
      {pointLinks.length > 1 && (
        <ul className="ranges no-print">
          {pointLinks.map((point) => (
            <li key={point.pointId}>
              <a
                className="chip"
                href={hrefWith(
                  window.range ? { range: window.range } : windowSearch(window),
                  pointIds.filter((id) => id !== point.pointId),
                )}
              >
                {t('main:trend.without', { name: point.name })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {problem && <Unavailable detail={serviceProblemText(t, problem)} />}
      {pointIds.length === 0 && (
        <Section>
          <EmptyState
            title={t('main:trend.none')}
            actions={pointsHref && <ButtonLink href={pointsHref}>{t('main:trend.toPoints')}</ButtonLink>}
          >
            {t('main:trend.noneText', { most: max })}
          </EmptyState>
        </Section>
      )}
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
      {charts && !isEmpty && (
        <RuleTrends
          charts={charts}
          zoomHref={(range) => hrefWith(windowSearch(range))}
          csvHref={href('customerTrendsCsv', at, { ...windowSearch(window), point: pointIds })}
        />
      )}
    </Stack>
  )
}
