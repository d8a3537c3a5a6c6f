/** The trends of the points in the address, over the window in the address. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { serviceText } from '~/change/problem-text'
import { address, href, type Search } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { notUnderstood } from '~/screens/list/not-understood'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { RuleTrends } from '~/things/fault/rule-trends'
import { asKeptCharts } from '~/things/trend/as-charts'
import { unkeptSpansOf } from '~/things/trend/not-kept'
import { pointHrefs } from '~/things/trend/point-hrefs.server'
import { mostPoints, pointsNamed, pointTrendsOf, timeZoneOf } from '~/things/trend/point-trends.server'
import { UnkeptNotice } from '~/things/trend/unkept-notice'
import { Ranges } from '~/ui/chart/ranges'
import { knownWindow, windowIn, windowWord } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { mayLookAt } from '~/views'

export const handle = {
  title: (data, t) => t('main:trend.of', { name: data.name }),
  menu: 'trends',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTrends', args.params)
  const made = await reader(args, { view: 'trends' })
  const search = new URL(args.request.url).searchParams
  const { pointIds, named } = pointsNamed(search)
  const window = windowIn(search, Date.now())
  const [customer, found] = await Promise.all([
    ownCustomer(made.read, at),
    pointIds.length > 0
      ? pointTrendsOf(made, { customerId: at.customerId, pointIds, from: window.from, to: window.to })
      : null,
  ])
  const series = found?.ok ? (found.value?.series ?? []) : []
  const hrefOf = await pointHrefs(made, at, series)
  const t = translator(made.language)
  return {
    at,
    name: customer.name,
    pointsHref: mayLookAt('points', made) ? href('customerPoints', at) : null,
    pointIds,
    named: named > mostPoints ? named : null,
    most: mostPoints,
    window,
    problem: found && !found.ok ? found.problem : null,
    isUnkept: found?.ok === true && found.value === null,
    inRules: (found?.ok && found.value?.inRules) || null,
    unkept: unkeptSpansOf(series),
    trends: found?.ok && found.value ? asKeptCharts(found.value) : null,
    shown: series.map(({ pointId, name, displayName }) => ({
      pointId,
      name: displayName || name,
      href: hrefOf(pointId),
    })),
    timeZone: timeZoneOf(series),
    unclear: notUnderstood(args.request, { ...knownWindow(search), point: pointIds }),
    crumbs: [{ name: t('main:view.trends'), href: href('customerTrends', at) }],
    age: made.age(),
  }
}

export default function TrendsPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { at, name, pointsHref, pointIds, named, most, window, problem, isUnkept, inRules, shown, timeZone } = data
  const { unkept, trends } = data
  const here = (search: Search, points: readonly string[] = pointIds) =>
    href('customerTrends', at, { ...search, point: [...points] })
  const isEmpty = trends?.series.every(({ samples }) => samples.length === 0)
  // Points that the notice explains have no series.
  const isUnexplained = isEmpty && (trends?.series.length !== 0 || !unkept)
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:view.trends')} />
      {named !== null && (
        <Notice tone="warn" quiet title={t('main:trend.tooMany', { count: named, most })}>
          {t('main:trend.tooManyText')}
        </Notice>
      )}
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {shown.map((point) => (
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
      {pointIds.length > 0 && <Ranges window={window} href={here} />}
      {shown.length > 1 && (
        <ul className="ranges no-print">
          {shown.map((point) => (
            <li key={point.pointId}>
              <a
                className="chip"
                href={here(
                  window.range ? { range: window.range } : windowWord(window),
                  pointIds.filter((id) => id !== point.pointId),
                )}
              >
                {t('main:trend.without', { name: point.name })}
              </a>
            </li>
          ))}
        </ul>
      )}
      {problem && <Unavailable detail={serviceText(t, problem)} />}
      {pointIds.length === 0 && (
        <Section>
          <EmptyState
            title={t('main:trend.none')}
            actions={pointsHref && <ButtonLink href={pointsHref}>{t('main:trend.toPoints')}</ButtonLink>}
          >
            {t('main:trend.noneText', { most })}
          </EmptyState>
        </Section>
      )}
      {unkept && <UnkeptNotice {...unkept} timeZone={timeZone} />}
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
      {trends && !isEmpty && (
        <RuleTrends
          trends={trends as never}
          timeZone={timeZone}
          zoomHref={(stretch) => here(windowWord(stretch))}
          csvHref={href('customerTrendsCsv', at, { ...windowWord(window), point: pointIds })}
        />
      )}
    </Stack>
  )
}
