/** The window of the trends: ranges as links, a typed start and end, and an earlier window to compare with. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { typedMoment } from '~/ui/chart/moment'
import { Ranges } from '~/ui/chart/ranges'
import { ValueAtFields } from '~/ui/chart/value-at'
import { HiddenFields } from '~/ui/form'
import { A } from '~/ui/link'
import { MomentInput } from '~/ui/time-input'
import { comparisons } from './compare'
import { selectionForm } from './selection-form'
import { useShownPoints } from './shown-points'
import type { TrendsPageData } from './trends-page.server'

export function Period({ data }: { data: TrendsPageData }) {
  const t = useT()
  const { at, window, compare, q, params, typed, timeZone, hasPeriodProblem, open, mark, markHref } = data
  const shown = useShownPoints(data)
  return (
    <div className="period no-print">
      <Ranges
        window={window}
        href={(search) =>
          // Earlier values stand still.
          href('customerTrends', at, { ...search, compare, live: search.to ? null : params.live, point: shown })
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
            point: shown,
          }}
        />
        <MomentInput
          name="from"
          label={t('main:trend.from')}
          defaultValue={typed?.from}
          error={hasPeriodProblem ? 'errors:trend.period' : undefined}
        />
        <MomentInput name="to" label={t('main:trend.to')} defaultValue={typed?.to} />
        <Button name="compare" value={compare ?? ''}>
          {t('main:trend.apply')}
        </Button>
        <Comparisons compare={compare} />
      </form>
      <div className="period-moment">
        <div className="value-at">
          <ValueAtFields
            form={selectionForm}
            timeZone={timeZone}
            typed={mark === null ? undefined : typedMoment(mark, timeZone)}
          />
        </div>
        {markHref && <A href={markHref}>{t('main:trend.noMark')}</A>}
      </div>
    </div>
  )
}

/** The earlier windows to compare with: buttons of the form, since twenty points in each link would be long. */
function Comparisons({ compare }: Pick<TrendsPageData, 'compare'>) {
  const t = useT()
  return (
    <fieldset className="ranges">
      <legend className="sr-only">{t('main:trend.compare')}</legend>
      <span aria-hidden="true" className="text-soft">
        {t('main:trend.compare')}
      </span>
      {[null, ...comparisons].map((name) => (
        <button
          key={name}
          type="submit"
          name="compare"
          value={name ?? ''}
          aria-current={compare === name ? 'true' : undefined}
          className="chip"
        >
          {t(name ? `main:trend.comparison.${name}` : 'main:trend.compareNone')}
        </button>
      ))}
    </fieldset>
  )
}
