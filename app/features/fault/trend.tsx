import type { SerializeFrom } from '@remix-run/node'
import { serviceProblemText } from '~/change/problem-text'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { windowSearch } from '~/ui/chart/window'
import { EmptyState } from '~/ui/empty-state'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import type { FaultPageData } from './fault-page.server'
import { RuleTrends } from './shared/rule-trends'

type Data = SerializeFrom<FaultPageData>

/** The trend of the rule's points around the fault. */
export function FaultTrend({
  at,
  row,
  trends,
  links,
  timeZone,
}: Pick<Data, 'at' | 'row' | 'trends' | 'links' | 'timeZone'>) {
  const t = useT()
  if (!trends.ok)
    return (
      <Section title={t('main:fault.trend')}>
        <Unavailable detail={serviceProblemText(t, trends.problem)} />
      </Section>
    )
  if (trends.value.isEmpty)
    return (
      <Section title={t('main:fault.trend')}>
        <EmptyState title={t('main:fault.noTrend')}>{t('main:fault.noTrendText')}</EmptyState>
      </Section>
    )
  return (
    <div>
      <RuleTrends
        charts={trends.value.charts}
        equipmentType={row.equipmentType}
        zoomHref={(span) => href('faultTrends', at, windowSearch(span))}
        csvHref={links.csv}
        valueAt={{ action: href('faultTrends', at), hidden: windowSearch(trends.value.charts.window), timeZone }}
      />
      <p className="mt-2">
        <A href={links.trends}>{t('main:fault.allTrends')}</A>
      </p>
    </div>
  )
}
