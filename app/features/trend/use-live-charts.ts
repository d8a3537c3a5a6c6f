/** Charts that grow by the values of the event stream; the page is read again only where they no longer fit. */
import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { fromMetric, type UnitSystem } from '~/domain/units'
import type { RuleCharts } from '~/features/fault/shared/rule-trends'
import { grownChart, type NewSample } from '~/ui/chart/grow'
import { usePageContext } from '~/ui/page-context'
import type { TrendsPageData } from './trends-page.server'

/** What the charts use of the value of an event. */
interface HeardValue {
  pointId: string
  at: string
  value: unknown
  isOld: boolean
}

type UnitChart = RuleCharts['charts'][number]

/** A page is read again after this share of its window: its time axis has moved on, and means are exact again. */
const rereadShare = 0.1

export function useLiveCharts({ charts, points, isLive }: TrendsPageData): RuleCharts | null {
  const { unit: system } = usePageContext()
  const { revalidate, state } = useRevalidator()
  const [grown, setGrown] = useState<{ read: RuleCharts | null; now: RuleCharts | null }>({ read: null, now: null })
  const now = grown.read === charts ? grown.now : charts
  const latest = useRef({ now, state })
  latest.current = { now, state }
  useEffect(() => {
    if (!isLive || !charts) return
    const receive = (event: Event) => {
      const { now: before } = latest.current
      if (!before) return
      const values = (event as CustomEvent<HeardValue[]>).detail
      const next = before.charts.map((one) => grownChart(one.chart, samplesOf(one, { values, points, system })))
      if (next.some((chart, at) => chart && chart !== before.charts[at]?.chart)) {
        const grownCharts = before.charts.map((one, at) => ({ ...one, chart: next[at] ?? one.chart }))
        setGrown({ read: charts, now: { ...before, charts: grownCharts } })
        latest.current.now = { ...before, charts: grownCharts }
      }
      const isDue = next.includes(null) || hasMovedOn(charts.charts[0], next[0])
      if (isDue && latest.current.state === 'idle') revalidate()
    }
    document.addEventListener('live:values', receive)
    return () => document.removeEventListener('live:values', receive)
  }, [charts, isLive, points, system, revalidate])
  return now
}

/** Returns the current values of a chart's lines, in its unit; what is out of date is no value. */
function samplesOf(
  { unit, chart }: UnitChart,
  { values, points, system }: { values: HeardValue[]; points: TrendsPageData['points']; system: UnitSystem },
): NewSample[] {
  return chart.lines.flatMap(({ key, isEarlier }) => {
    const pointId = isEarlier ? undefined : points.find((point) => point.key === key)?.pointId
    const own = values.find((one) => one.pointId === pointId)
    const at = Date.parse(own?.at ?? '')
    if (typeof own?.value !== 'number' || own.isOld || Number.isNaN(at)) return []
    return [{ key, at, value: unit ? fromMetric(own.value, { quantity: unit, system }) : own.value }]
  })
}

function hasMovedOn(read: UnitChart | undefined, now: UnitChart['chart'] | null | undefined): boolean {
  if (!read || !now) return false
  const { from, to } = read.chart
  return now.to - to > (to - from) * rereadShare
}
