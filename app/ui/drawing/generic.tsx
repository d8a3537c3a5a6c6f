/** The drawing of equipment without one of its own: a card for each reading. */
import { Reading } from './reading'
import { Damper, Fan, Person, Power, Probe, Pump, Valve } from './symbols'
import { type GenericReading, isOnIn, marksOf, percentOf } from './values'

const [width, height] = [264, 64]
const markHeight = 14

export function Generic({ readings, label }: { readings: readonly GenericReading[]; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <div role="group" aria-label={label} className="cards">
      {readings.map((reading) => {
        const full = height + (marksOf(reading).length > 0 ? markHeight : 0)
        return (
          <svg key={reading.key} className="card" width={width} height={full} viewBox={`0 0 ${width} ${full}`}>
            <g>
              <rect x="0.5" y="0.5" width={width - 1} height={full - 1} rx="6" className="inside" />
              <GenericPart reading={reading} />
            </g>
            <Reading reading={reading} at={[68, 26]} maxCharacters={24} />
          </svg>
        )
      })}
    </div>
  )
}

const at = [34, height / 2] as const

function GenericPart({ reading }: { reading: GenericReading }) {
  const [isOn, percent] = [isOnIn(reading), percentOf(reading)]
  switch (reading.symbol) {
    case 'fan':
      return <Fan at={at} radius={20} isOn={isOn} />
    case 'pump':
      return <Pump at={at} isOn={isOn} />
    case 'valve':
      return <Valve at={at} percent={percent} />
    case 'damper':
      return <Damper at={at} height={42} percent={percent} />
    case 'person':
      return <Person at={at} isOn={isOn} />
    case 'power':
      return <Power at={at} />
    default:
      return <Probe at={at} />
  }
}
