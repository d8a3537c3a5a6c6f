/** A room in section: walls, floor and a window. */
import type { At } from './symbols'

export function RoomOutline({
  at: [x, y],
  size: [width, height],
  inlet,
}: {
  at: At
  size: readonly [width: number, height: number]
  /** Where a duct enters through the left wall. */
  inlet?: readonly [top: number, bottom: number]
}) {
  const [right, bottom] = [x + width, y + height]
  const windowTop = y + height * 0.3
  return (
    <>
      <rect x={x} y={y} width={width} height={height} className="inside" />
      <path
        d={`M${x} ${inlet ? inlet[0] : bottom}V${y}H${right}V${bottom}H${x}${inlet ? `V${inlet[1]}` : ''}`}
        className="wall"
      />
      <path d={`M${x - 8} ${bottom}H${right + 8}`} className="floor" />
      <path
        d={`M${right - 3} ${windowTop}h6v${height * 0.3}h-6zM${right} ${windowTop}v${height * 0.3}`}
        className="pane"
      />
    </>
  )
}
