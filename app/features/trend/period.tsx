/** The window of the trends: ranges as links, a typed start and end, and an earlier window to compare with. */
import { Link } from '@remix-run/react'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { typedMoment } from '~/ui/chart/moment'
import { Ranges } from '~/ui/chart/ranges'
import { ValueAtFields } from '~/ui/chart/value-at'
import { TextInput } from '~/ui/field'
import { HiddenFields } from '~/ui/form'
import { A } from '~/ui/link'
import { comparisons } from './compare'
import { selectionForm } from './selection-form'
import type { TrendsPageData } from './trends-page.server'

export function Period({ data }: { data: TrendsPageData }) {
  const t = useT()
  const { at, pointIds, window, compare, q, params, typed, timeZone, hasPeriodProblem, open, mark, markHref } = data
  return (
    <div className="period no-print">
      <Ranges
        window={window}
        href={(search) =>
          // Earlier values stand still.
          href('customerTrends', at, { ...search, compare, live: search.to ? null : params.live, point: pointIds })
        }
      />
      <form method="get" className="filters">
        <HiddenFields
          values={{
            range: params.range,
            compare,
            live: params.live,
            zone: timeZone,
            q: q || null,
            in: open,
            point: pointIds,
          }}
        />
        <TextInput
          name="from"
          type="datetime-local"
          label={t('main:trend.from')}
          defaultValue={typed?.from}
          error={hasPeriodProblem ? 'errors:trend.period' : undefined}
        />
        <TextInput name="to" type="datetime-local" label={t('main:trend.to')} defaultValue={typed?.to} />
        <Button>{t('main:trend.apply')}</Button>
      </form>
      <Comparisons data={data} />
      <div className="period-moment">
        <div className="value-at">
          <ValueAtFields form={selectionForm} typed={mark === null ? undefined : typedMoment(mark, timeZone)} />
        </div>
        {markHref && <A href={markHref}>{t('main:trend.noMark')}</A>}
      </div>
    </div>
  )
}

/** The earlier windows to compare with, as links. */
function Comparisons({ data: { at, params, compare, q, open, pointIds } }: { data: TrendsPageData }) {
  const t = useT()
  const label = t('main:trend.compare')
  return (
    <nav aria-label={label} className="ranges">
      <span className="text-soft">{label}</span>
      {[null, ...comparisons].map((name) => (
        <Link
          key={name}
          to={href('customerTrends', at, { ...params, compare: name, q: q || null, in: open, point: pointIds })}
          preventScrollReset
          aria-current={compare === name ? 'true' : undefined}
          className="chip"
        >
          {t(name ? `main:trend.comparison.${name}` : 'main:trend.compareNone')}
        </Link>
      ))}
    </nav>
  )
}
