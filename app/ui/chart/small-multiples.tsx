/** Small multiples: one chart per line beyond what one chart can show, all with the same time axis. */
import { maxLines, TrendChart, type TrendChartProps } from './trend'

export function SmallMultiples({ lines, strips, name, ...chart }: TrendChartProps) {
  if (lines.length <= maxLines) return <TrendChart lines={lines} strips={strips} name={name} {...chart} />
  return (
    <div className="multiples">
      {lines.map((each) => (
        <TrendChart
          key={each.key}
          {...chart}
          lines={[each]}
          caption={each.name}
          name={name && `${each.name}, ${name}`}
        />
      ))}
    </div>
  )
}
