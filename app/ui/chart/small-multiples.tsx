/** Small multiples: one chart per line beyond what one chart can show, all with the same time axis. */
import { mostLines, Trend, type TrendProps } from './trend'

export function SmallMultiples({ lines, strips, name, ...chart }: TrendProps) {
  if (lines.length <= mostLines) return <Trend lines={lines} strips={strips} name={name} {...chart} />
  return (
    <div className="multiples">
      {lines.map((one) => (
        <Trend key={one.key} {...chart} lines={[one]} caption={one.name} name={name && `${one.name}, ${name}`} />
      ))}
    </div>
  )
}
