/** More lines than can be told apart in one drawing: one drawing each, on the same clock. */
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
