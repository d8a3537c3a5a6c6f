/**
 * The parts that drawings of equipment consist of, each around a point. They show a position or a state by their shape;
 * the reading beside them has it in words.
 */

export type At = readonly [x: number, y: number]

interface Placed {
  at: At
}

/** A part across a duct of a height; turned by 90 degrees it is across a vertical one. */
interface Across extends Placed {
  height: number
  turned?: number
}

const moved = ([x, y]: At, turned = 0) => `translate(${x} ${y})${turned ? ` rotate(${turned})` : ''}`

/** The direction of a flow, in degrees from the right. */
export function Arrow({ at, turned = 0 }: Placed & { turned?: number }) {
  return <path transform={moved(at, turned)} d="M-11 0H7M2 -4.5 8 0 2 4.5" className="flow" />
}

/** Three blades across a duct of a height: along the flow when open, across it when closed, dashed when not known. */
export function Damper({ at, height, percent, turned }: Across & { percent: number | null }) {
  const pitch = height / 3
  const angle = (1 - (percent ?? 50) / 100) * 82
  const half = pitch / 2 - 1
  return (
    <g transform={moved(at, turned)} className={percent === null ? 'blades unsure' : 'blades'}>
      <path d={`M0 ${-height / 2}V${height / 2}`} className="axis" />
      {[-1, 0, 1].map((row) => (
        <g key={row} transform={`translate(0 ${row * pitch}) rotate(${round(angle)})`}>
          <path d={`M${-half} 0H${half}`} />
          <circle r="2" />
        </g>
      ))}
    </g>
  )
}

/** A filter across a duct of a height. */
export function Filter({ at, height, turned }: Across) {
  const [top, step] = [-height / 2, height / 8]
  const zigzag = Array.from({ length: 9 }, (_, index) => `${index % 2 ? 6 : -6} ${top + index * step}`)
  return (
    <g transform={moved(at, turned)}>
      <rect x="-8" y={top} width="16" height={height} className="part" />
      <path d={`M${zigzag.join('L')}`} className="thin" />
    </g>
  )
}

/** A coil across a duct: a plus sign heats, a minus sign cools; tinted by how much. */
export function Coil({ at, height, turned = 0, heats, percent }: Across & { heats: boolean; percent: number | null }) {
  const top = -height / 2
  const share = (percent ?? 0) / 100
  const rows = Math.floor(height / 11)
  return (
    <g transform={moved(at, turned)} className={heats ? 'coil heats' : 'coil cools'}>
      <rect x="-12" y={top} width="24" height={height} className="part" />
      {share > 0 && (
        <rect x="-12" y={round(-top - share * height)} width="24" height={round(share * height)} className="level" />
      )}
      <rect x="-12" y={top} width="24" height={height} className="rim" />
      {Array.from({ length: rows }, (_, row) => {
        const y = top + ((row + 0.5) * height) / rows
        return <path key={y} d={`M-9 ${round(y + 3.5)}L9 ${round(y - 3.5)}`} className="fin" />
      })}
      <circle r="8" className="badge" />
      <path d={heats ? 'M-4 0H4M0 -4V4' : 'M-4 0H4'} transform={`rotate(${-turned})`} className="sign" />
    </g>
  )
}

/** A valve in a pipe, filled as far as it is open; dashed when that is not known. */
export function Valve({ at, percent, turned = 0 }: Placed & { percent: number | null; turned?: number }) {
  const cut = round(-13 + 0.26 * (percent ?? 0))
  const edge = round((Math.abs(cut) / 13) * 8)
  const filled = cut <= 0 ? `M-13 -8L${cut} ${-edge}V${edge}L-13 8Z` : `M-13 -8L0 0L${cut} ${-edge}V${edge}L0 0L-13 8Z`
  return (
    <g transform={moved(at, turned)} className={percent === null ? 'valve unsure' : 'valve'}>
      <path d="M-13 -8L13 8V-8L-13 8Z" className="part" />
      {percent !== null && percent > 0 && <path d={filled} className="level" />}
      <path d="M-13 -8L13 8V-8L-13 8Z" className="rim" />
      <path d="M0 0V-12M-6 -12H6" className="rim" />
    </g>
  )
}

const stateClass = (isOn: boolean | null) => (isOn === null ? 'unsure' : isOn ? 'runs' : 'stopped')

/** A fan: filled blades run, hollow ones stand still, dashed ones are not known. */
export function Fan({ at, radius, isOn }: Placed & { radius: number; isOn: boolean | null }) {
  const r = radius * 0.8
  const blade = `M0 0C${round(r * 0.5)} ${round(-r * 0.25)} ${round(r * 0.75)} ${round(-r * 0.8)} ${round(r * 0.12)} ${round(-r)}C${round(-r * 0.3)} ${round(-r * 0.75)} ${round(-r * 0.22)} ${round(-r * 0.3)} 0 0Z`
  return (
    <g transform={moved(at)} className={`machine ${stateClass(isOn)}`}>
      <circle r={radius} className="part" />
      {[20, 110, 200, 290].map((angle) => (
        <path key={angle} d={blade} transform={`rotate(${angle})`} className="rotor" />
      ))}
      <circle r={radius} className="rim" />
      <circle r="2.5" className="hub" />
    </g>
  )
}

/** A pump: its triangle points along the flow, filled while it runs. */
export function Pump({ at, isOn, turned = 0 }: Placed & { isOn: boolean | null; turned?: number }) {
  return (
    <g transform={moved(at, turned)} className={`machine ${stateClass(isOn)}`}>
      <circle r="14" className="part" />
      <path d="M-7 -11.5 13 0 -7 11.5Z" className="rotor" />
      <circle r="14" className="rim" />
    </g>
  )
}

/** A person in a room, filled while it is occupied. */
export function Person({ at, isOn }: Placed & { isOn: boolean | null }) {
  return (
    <g transform={moved(at)} className={`machine ${stateClass(isOn)}`}>
      <circle cy="-11" r="5" className="rotor" />
      <path d="M-8 12V4A8 8 0 0 1 8 4V12Z" className="rotor" />
    </g>
  )
}

/** A thermostat on a wall. */
export function Thermostat({ at }: Placed) {
  return (
    <g transform={moved(at)}>
      <rect x="-9" y="-13" width="18" height="26" rx="3" className="part" />
      <rect x="-9" y="-13" width="18" height="26" rx="3" className="rim" />
      <path d="M-5 -6H5M-5 -1H2" className="thin" />
      <circle cy="6" r="2.5" className="rim" />
    </g>
  )
}

/** A sensor whose place is not known. */
export function Probe({ at }: Placed) {
  return (
    <g transform={moved(at)}>
      <path d="M0 -14V4" className="rim" />
      <circle cy="8" r="4.5" className="part" />
      <circle cy="8" r="4.5" className="rim" />
    </g>
  )
}

/** Electric power or energy. */
export function Power({ at }: Placed) {
  return <path transform={moved(at)} d="M3 -14 -8 3H0L-3 14 8 -3H0Z" className="part rim" />
}

const round = (number: number) => Math.round(number * 10) / 10
