/** A sparkline: the shape of a series in a line of text, with a dot at its end. */
import './charts.css'
import { line } from 'd3-shape'
import { timeAxis, valueAxis } from './axis'
import { type Bucket, bucketsOf, type ChartSample, type ChartSpan, crossesGap, firstBucketAt, gapsOf } from './buckets'

const [width, height] = [110, 28]
const plotArea = { left: 2, right: width - 4, top: 4, bottom: height - 4 }
const maxPoints = 48

/** `label` describes the chart in words: "Alarms of the last 24 hours, 12 now". */
export function Sparkline({
  label,
  samples,
  window,
}: {
  label: string
  samples: readonly ChartSample[]
  window: ChartSpan
}) {
  const bucketMs = (window.to - window.from) / maxPoints
  const origin = firstBucketAt(window, bucketMs)
  const at = ({ index }: Bucket) => Math.max(window.from, origin + index * bucketMs)
  const buckets = bucketsOf(samples, window, bucketMs)
  const last = buckets.at(-1)
  if (!last) return null
  const gaps = gapsOf(samples, window)
  const x = timeAxis(window, plotArea)
  const { scale: y } = valueAxis(
    buckets.flatMap(({ low, high }) => [low, high]),
    plotArea,
  )
  const draw = line<Bucket | null>()
    .defined((bucket) => bucket !== null)
    .x((bucket) => (bucket ? round(x(at(bucket))) : 0))
    .y((bucket) => (bucket ? round(y(bucket.mean)) : 0))
  const points = buckets.flatMap((bucket, index) => {
    const before = buckets[index - 1]
    return before && crossesGap(gaps, at(before), at(bucket)) ? [null, bucket] : [bucket]
  })
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="spark"
    >
      <title>{label}</title>
      <path d={draw(points) ?? ''} />
      <circle cx={Math.round(x(at(last)))} cy={Math.round(y(last.mean))} r={2.5} />
    </svg>
  )
}

const round = (number: number) => Math.round(number * 10) / 10
