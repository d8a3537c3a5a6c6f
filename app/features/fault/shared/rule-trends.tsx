/** Renders the charts of a rule's points and its states, in the reader's units and the time of the site. */
import type { Trends } from '#contracts/faults'
import { useT } from '~/i18n/use-t'
import type { ChartSpan } from '~/ui/chart/buckets'
import { SmallMultiples } from '~/ui/chart/small-multiples'
import type { TrendStrip } from '~/ui/chart/trend'
import { Section } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'
import { useFormat } from '~/ui/use-format'
import { chartsOf, chartValueText, type StateSpan, stripsOf } from '../rule-charts'

interface Props {
  trends: Trends
  timeZone: string
  zoomHref?: (stretch: ChartSpan) => string
  csvHref?: string
  /** Name of the equipment, on a page with the charts of several. */
  of?: string | undefined
  /** Maximum number of charts; all by default. */
  maxCharts?: number
}

export function RuleTrends({ trends, timeZone, zoomHref, csvHref, of, maxCharts }: Props) {
  const t = useT()
  const format = useFormat()
  const { unit: system } = usePageContext()
  const window = { from: Date.parse(trends.extendedFrom), to: Date.parse(trends.extendedTo) }
  const tones = { fault: 'danger', modeDelay: 'warn', operatingState: 'plain', on: 'accent' } as const
  const labelOf = ({ kind, state }: StateSpan, name: string | null) =>
    kind === 'on'
      ? (name ?? '')
      : kind === 'operatingState'
        ? t('main:fault.state', { state: state ?? 0 })
        : t(`main:fault.band.${kind}`)
  const strips = stripsOf(trends).map(
    ({ name, spans }): TrendStrip => ({
      label: name ?? t(`main:fault.band.${spans[0]?.kind === 'on' ? 'fault' : (spans[0]?.kind ?? 'fault')}`),
      spans: spans.map((span) => ({
        ...span,
        label: labelOf(span, name),
        tone: tones[span.kind],
        ...(span.kind === 'operatingState' && { mark: String(span.state) }),
      })),
    }),
  )
  const charts = chartsOf(trends, system)
  const tooCoarse = charts.filter(({ isTooCoarse }) => isTooCoarse)
  return (
    <>
      {tooCoarse.map(({ lines: [line] }) => (
        <Section key={line?.key} title={line?.name}>
          <p className="text-soft">{t('main:fault.tooCoarse')}</p>
        </Section>
      ))}
      {charts
        .filter(({ isTooCoarse }) => !isTooCoarse)
        .slice(0, maxCharts)
        .map(({ unit, lines, limits }, index) => {
          const caption = lines.length === 1 ? (lines[0]?.name ?? '') : t(`main:fault.quantity.${quantityWord(unit)}`)
          const text = (value: number) => chartValueText(value, { unit, system, number: format.number })
          return (
            <SmallMultiples
              key={lines.map(({ key }) => key).join()}
              caption={caption}
              name={of ? `${caption}, ${of}` : caption}
              window={window}
              timeZone={timeZone}
              lines={lines}
              limits={limits.map((limit) => ({ ...limit, label: t('main:fault.limit') }))}
              strips={index === 0 ? strips : []}
              text={text}
              zoomHref={zoomHref}
              csvHref={csvHref}
            />
          )
        })}
      {trends.truncated && csvHref && <p className="text-sm text-soft">{t('main:fault.thinned')}</p>}
    </>
  )
}

/** Returns the key of the caption of a chart with several lines. */
function quantityWord(unit: string | null) {
  const words = { degC: 'temperatures', percent: 'positions', Pa: 'pressures', 'L/s': 'flows' } as const
  return Object.hasOwn(words, unit ?? '') ? words[unit as keyof typeof words] : 'points'
}
