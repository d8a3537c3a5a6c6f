/** The window of the trends: ranges as links, a typed start and end, and an earlier window to compare with. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { typedMoment } from '~/ui/chart/moment'
import { Ranges } from '~/ui/chart/ranges'
import { ValueAtFields } from '~/ui/chart/value-at'
import { Select, TextInput } from '~/ui/field'
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
          values={{ range: params.range, live: params.live, zone: timeZone, q: q || null, in: open, point: pointIds }}
        />
        <TextInput
          name="from"
          type="datetime-local"
          label={t('main:trend.from')}
          defaultValue={typed?.from}
          error={hasPeriodProblem ? 'errors:trend.period' : undefined}
        />
        <TextInput name="to" type="datetime-local" label={t('main:trend.to')} defaultValue={typed?.to} />
        <Select
          name="compare"
          label={t('main:trend.compare')}
          defaultValue={compare ?? ''}
          options={[
            { value: '', label: t('main:trend.compareNone') },
            ...comparisons.map((name) => ({ value: name, label: t(`main:trend.comparison.${name}`) })),
          ]}
        />
        <Button>{t('main:trend.apply')}</Button>
      </form>
      <div className="period-moment">
        <div className="value-at">
          <ValueAtFields form={selectionForm} typed={mark === null ? undefined : typedMoment(mark, timeZone)} />
        </div>
        {markHref && <A href={markHref}>{t('main:trend.noMark')}</A>}
      </div>
    </div>
  )
}
