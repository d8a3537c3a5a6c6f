/** When a point or a rule was in a state, for the strips of charts. */
import type { TrendSeries } from '#contracts/faults'
import type { ChartSpan } from '~/ui/chart/buckets'

/** A period during which a state applied: a switch that was on, or a state of the rule. */
export interface StateSpan extends ChartSpan {
  kind: 'on' | 'pointState' | 'fault' | 'modeDelay' | 'operatingState'
  state: number | null
  /** The text of a state of a point. */
  text?: string | null
}

/** Returns the text of a value of a point with states; null if it has none. */
export type StateText = (pointId: string, value: boolean | number | string) => string | null

export interface StateStrip {
  /** Name of a point; null for a state of the rule. */
  name: string | null
  spans: StateSpan[]
}

/** Returns the periods in which a state had a value: each lasts until the next sample, the last until the end. */
export function stateSpans(samples: TrendSeries['samples'], state: boolean | number, end: number): StateSpan[] {
  const spans: StateSpan[] = []
  for (const [index, [at, value]] of samples.entries()) {
    if (value !== state) continue
    const before = spans.at(-1)
    const [from, to] = [Date.parse(at), Date.parse(samples[index + 1]?.[0] ?? '') || end]
    if (before && before.to === from) before.to = to
    else if (to > from) spans.push({ kind: 'on', state: null, from, to })
  }
  return spans
}

/** Returns the periods of all states of an enumerated point, each with its text. */
export function textSpans(
  samples: TrendSeries['samples'],
  textOf: (value: number) => string | null,
  end: number,
): StateSpan[] {
  const states = [...new Set(samples.flatMap(([, value]) => (typeof value === 'number' ? value : [])))]
  return states
    .flatMap((state) =>
      stateSpans(samples, state, end).map((span) => ({
        ...span,
        kind: 'pointState' as const,
        state,
        text: textOf(state) ?? String(state),
      })),
    )
    .sort((a, b) => a.from - b.from)
}
