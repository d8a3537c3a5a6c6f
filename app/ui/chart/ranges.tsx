/** The time ranges of a chart as links; the selected one is in the address. */
import './charts.css'
import type { QueryParams } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { A } from '../link'
import { adjacentWindow, type ChartWindow, rangeNames } from './window'

export function Ranges({ window, href }: { window: ChartWindow; href: (search: QueryParams) => string }) {
  const t = useT()
  return (
    <nav aria-label={t('chart.ranges')} className="ranges no-print">
      <A href={href(adjacentWindow(window, -1))} className="chip">
        {t('chart.earlier')}
      </A>
      {rangeNames.map((range) => (
        <A
          key={range}
          href={href({ range, ...(window.isNow ? {} : { to: new Date(window.to).toISOString() }) })}
          aria-current={window.range === range ? 'true' : undefined}
          className="chip"
        >
          {t(`chart.range.${range}`)}
        </A>
      ))}
      {!window.isNow && (
        <>
          <A href={href(adjacentWindow(window, 1))} className="chip">
            {t('chart.later')}
          </A>
          <A href={href({ range: window.range ?? '1d' })} className="chip">
            {t('chart.untilNow')}
          </A>
        </>
      )}
    </nav>
  )
}
