/** Renders the charts of a rule's points and its states, in the reader's units and the time of the site. */
import type { ReactNode } from 'react'
import type { QuantityId } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import { operatingStateText } from '~/i18n/operating-state'
import { useT } from '~/i18n/use-t'
import { formattedValue } from '~/ui/chart/axis-format'
import type { ChartSpan } from '~/ui/chart/buckets'
import type { ChartData, TrendStrip } from '~/ui/chart/model'
import { StripsChart, type StripsWindow } from '~/ui/chart/strips-chart'
import { type ReadableLine, TrendChart } from '~/ui/chart/trend'
import type { ValueAtForm } from '~/ui/chart/value-at'
import { Section } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'
import { useFormat } from '~/ui/use-format'
import { chartValueFormat } from '../rule-charts'
import type { StateSpan, StateStrip } from './state-spans'

/** Plain data, built by `ruleCharts` where the page is loaded. */
export interface RuleCharts {
  window: ChartSpan
  charts: { unit: QuantityId | null; chart: ChartData }[]
  strips: StateStrip[]
  /** The window of strips without any chart above them; null where there is one. */
  stripsWindow: StripsWindow | null
  /** Differences whose samples are too far apart to be subtracted. */
  tooCoarse: { key: string; name: string }[]
  /** Whether the service left samples out. */
  isThinned: boolean
}

interface RuleTrendsProps {
  charts: RuleCharts
  zoomHref?: ((span: ChartSpan) => string) | undefined
  csvHref?: string
  /** Returns the file of one chart, from the keys of its lines; in place of `csvHref`. */
  csvHrefOf?: (keys: readonly string[]) => string
  valueAt?: ValueAtForm
  /** Whether the page has React. */
  hasReact?: boolean
  /** A moment to mark in every chart, in ms. */
  mark?: number | null
  /** In place of the name of its line or its quantity. */
  caption?: string
  /** The type of the rule's equipment, which gives its operating states their words. */
  equipmentType?: string
  /** Name of the equipment, on a page with the charts of several. */
  of?: string | undefined
  /** Below the first chart, before those of the states. */
  strips?: readonly TrendStrip[]
  /** Replaces the list of the lines of a chart; `text` returns a value with its unit. */
  legend?: (chart: ChartData, lines: readonly ReadableLine[], text: (value: number) => string) => ReactNode
}

export function RuleTrends({
  charts: { charts, strips, stripsWindow, tooCoarse, isThinned },
  zoomHref,
  csvHref,
  csvHrefOf,
  valueAt,
  mark,
  hasReact = false,
  caption: title,
  of,
  equipmentType = '',
  strips: ownStrips = [],
  legend,
}: RuleTrendsProps) {
  const t = useT()
  const format = useFormat()
  const { unit: system } = usePageContext()
  const drawnStrips = [...ownStrips, ...useStrips(strips, equipmentType)]
  return (
    <>
      {tooCoarse.map(({ key, name }) => (
        <Section key={key} title={name}>
          <p className="text-soft">{t('main:faultChart.tooCoarse')}</p>
        </Section>
      ))}
      {stripsWindow && (
        <StripsChart
          window={stripsWindow}
          strips={drawnStrips}
          caption={title ?? t('main:faultChart.states')}
          name={[title ?? t('main:faultChart.states'), of].filter(Boolean).join(', ')}
          csvHref={csvHref}
        />
      )}
      {charts.map(({ unit, chart }, index) => {
        const own = chart.lines.filter(({ isEarlier }) => !isEarlier)
        const caption = title ?? captionOf(t, charts, index)
        const values = chartValueFormat(unit, system)
        const text = (value: number) => formattedValue(value, values, format)
        return (
          <TrendChart
            key={own.map(({ key }) => key).join()}
            chart={chart}
            caption={caption}
            name={of ? `${caption}, ${of}` : caption}
            strips={index === 0 ? drawnStrips : []}
            values={values}
            zoomHref={zoomHref}
            csvHref={csvHrefOf?.(own.map(({ key }) => key)) ?? (index === 0 ? csvHref : undefined)}
            valueAt={index === 0 ? valueAt : undefined}
            mark={mark}
            hasReact={hasReact}
            legend={legend && ((lines) => legend(chart, lines, text))}
          />
        )
      })}
      {isThinned && (csvHref || csvHrefOf) && <p className="text-sm text-soft">{t('main:faultChart.thinned')}</p>}
    </>
  )
}

const tones = {
  fault: 'danger',
  modeDelay: 'warn',
  operatingState: 'plain',
  pointState: 'plain',
  on: 'accent',
} as const

function useStrips(strips: readonly StateStrip[], equipmentType: string): TrendStrip[] {
  const t = useT()
  const wordOf = (state: number | null) => operatingStateText(t, [equipmentType], state ?? 0)
  const labelOf = ({ kind, state, text }: StateSpan, name: string | null) =>
    kind === 'on' || kind === 'pointState'
      ? text
        ? t('main:faultChart.pointState', { name, text })
        : (name ?? '')
      : kind === 'operatingState'
        ? t('main:faultChart.state', { state: wordOf(state) })
        : t(`main:faultChart.band.${kind}`)
  return strips.map(
    ({ name, spans }): TrendStrip => ({
      label: name ?? t(`main:faultChart.band.${bandOf(spans[0])}`),
      spans: spans.map((span) => ({
        ...span,
        label: labelOf(span, name),
        tone: tones[span.kind],
        ...(span.kind === 'operatingState' && { mark: wordOf(span.state) }),
        ...(span.kind === 'pointState' && span.text && { mark: span.text }),
      })),
    }),
  )
}

/** Returns the state of the rule that a strip without a name shows. */
function bandOf(span: StateSpan | undefined) {
  return span?.kind === 'modeDelay' || span?.kind === 'operatingState' ? span.kind : 'fault'
}

/** Returns the name of the only line, or the quantity, numbered where a unit has several charts. */
function captionOf(t: Translate, charts: RuleCharts['charts'], index: number): string {
  const one = charts[index]
  const own = one?.chart.lines.filter(({ isEarlier }) => !isEarlier) ?? []
  if (own.length === 1) return own[0]?.name ?? ''
  const name = t(`main:faultChart.quantity.${quantityWord(one?.unit ?? null)}`)
  const ofUnit = charts.filter(({ unit }) => unit === one?.unit)
  const [number, count] = [one ? ofUnit.indexOf(one) + 1 : 1, ofUnit.length]
  return count === 1 ? name : t('chart.part', { name, number, total: count })
}

/** Returns the key of the caption of a chart with several lines. */
function quantityWord(unit: string | null) {
  const words = { degC: 'temperatures', percent: 'positions', Pa: 'pressures', 'L/s': 'flows' } as const
  return Object.hasOwn(words, unit ?? '') ? words[unit as keyof typeof words] : 'points'
}
