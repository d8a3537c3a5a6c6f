/** An air handler: outdoor and return air mix, pass filter, coils and fan, and leave through the supply duct. */
import { Reading } from './reading'
import { Strip, type StripRow } from './strip'
import { Arrow, Coil, Damper, Fan, Filter, Valve } from './symbols'
import { type DrawnReading, isOnIn, percentOf, type ReadingsOf } from './values'

type AirHandlerReadings = ReadingsOf<'airHandler'>

const [supplyTop, supplyBottom, supplyMiddle] = [204, 268, 236]
const returnMiddle = 96

export function AirHandler({ readings: on, label }: { readings: AirHandlerReadings; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg role="group" aria-label={label} className="wide" width="720" height="440" viewBox="0 0 720 440">
      <g>
        <Ducts />
        {on.damper && <Damper at={[112, supplyMiddle]} height={64} percent={percentOf(on.damper)} />}
        <Filter at={[278, supplyMiddle]} height={64} />
        <Pipes x={320} valve={on.heating} />
        <Pipes x={424} valve={on.cooling} />
        {(on.heating || on.heatingIn || on.heatingOut) && (
          <Coil at={[320, supplyMiddle]} height={64} heats percent={percentOf(on.heating)} />
        )}
        {(on.cooling || on.coolingIn || on.coolingOut) && (
          <Coil at={[424, supplyMiddle]} height={64} heats={false} percent={percentOf(on.cooling)} />
        )}
        {(on.fan || on.speed) && <Fan at={[500, supplyMiddle]} radius={27} isOn={isOnIn(on.fan)} />}
      </g>
      <Reading reading={on.exhaust} at={[28, 30]} pin={[44, returnMiddle]} />
      <Reading reading={on.damper} at={[28, 136]} />
      <Reading reading={on.minimumOutdoor} at={[28, 178]} isInline />
      <Reading reading={on.outdoor} at={[28, 300]} pin={[44, supplyMiddle]} />
      <Reading reading={on.mode} at={[28, 350]} />
      <Reading reading={on.occupancy} at={[186, 350]} />
      <Reading reading={on.mixed} at={[232, 136]} pin={[248, supplyMiddle]} />
      <Reading reading={on.heating} at={[290, 350]} />
      <Reading reading={on.heatingIn} at={[290, 402]} isInline />
      <Reading reading={on.heatingOut} at={[290, 428]} isInline />
      <Reading reading={on.cooling} at={[396, 350]} />
      <Reading reading={on.coolingIn} at={[396, 402]} isInline />
      <Reading reading={on.coolingOut} at={[396, 428]} isInline />
      <Reading reading={on.fan} at={[472, 160]} />
      <Reading reading={on.speed} at={[456, 300]} />
      <Reading reading={on.power} at={[512, 350]} />
      <Reading reading={on.pressure} at={[692, 136]} pin={[668, supplyMiddle]} isEnd />
      <Reading reading={on.supply} at={[692, 300]} pin={[624, supplyMiddle]} isEnd />
      <Reading reading={on.return} at={[440, 30]} pin={[456, returnMiddle]} />
      <Reading reading={on.humidity} at={[540, 30]} pin={[556, returnMiddle]} />
      <Reading reading={on.co2} at={[628, 30]} pin={[644, returnMiddle]} />
    </svg>
  )
}

/** The return duct above, the supply duct below, and the mixing duct between them. */
function Ducts() {
  return (
    <>
      <path d="M28 76H692V116H216V204H692V268H28V204H176V116H28Z" className="air" />
      <path d="M28 76H692M692 116H216V204H692M28 116H176V204H28M28 268H692" className="wall" />
      <path d={`M20 ${supplyTop + 6}l8 10m-8 4l8 10m-8 4l8 10m-8 4l8 10`} className="thin" />
      <rect x="160" y="194" width="388" height={supplyBottom - 184} rx="4" className="casing" />
      <Arrow at={[76, returnMiddle]} turned={180} />
      <Arrow at={[340, returnMiddle]} turned={180} />
      <Arrow at={[196, 160]} turned={90} />
      <Arrow at={[78, supplyMiddle]} />
      <Arrow at={[580, supplyMiddle]} />
      <Arrow at={[692, supplyMiddle]} />
      <Arrow at={[692, returnMiddle]} turned={180} />
    </>
  )
}

/** The pipes of a coil, with its valve. */
function Pipes({ x, valve }: { x: number; valve: DrawnReading | undefined }) {
  if (!valve) return null
  return (
    <>
      <path d={`M${x - 7} 268V334M${x + 7} 268V334`} className="pipe" />
      <Valve at={[x - 7, 304]} turned={270} percent={percentOf(valve)} />
    </>
  )
}

export function AirHandlerStrip({ readings: on, label }: { readings: AirHandlerReadings; label: string }) {
  const rows: StripRow[] = [
    { key: 'state', readings: [on.mode, on.occupancy] },
    { key: 'outdoor', part: (at) => <Arrow at={at} turned={90} />, readings: [on.outdoor] },
    {
      key: 'damper',
      part: on.damper && ((at) => <Damper at={at} height={46} turned={90} percent={percentOf(on.damper)} />),
      readings: [on.damper, on.minimumOutdoor],
    },
    { key: 'return', readings: [on.return, on.exhaust, on.humidity, on.co2] },
    { key: 'mixed', readings: [on.mixed] },
    { key: 'filter', part: (at) => <Filter at={at} height={46} turned={90} />, readings: [] },
    {
      key: 'heating',
      part: on.heating && ((at) => <Coil at={at} height={46} turned={90} heats percent={percentOf(on.heating)} />),
      readings: [on.heating, on.heatingIn, on.heatingOut],
    },
    {
      key: 'cooling',
      part:
        on.cooling && ((at) => <Coil at={at} height={46} turned={90} heats={false} percent={percentOf(on.cooling)} />),
      readings: [on.cooling, on.coolingIn, on.coolingOut],
    },
    {
      key: 'fan',
      part: (on.fan ?? on.speed) && ((at) => <Fan at={at} radius={20} isOn={isOnIn(on.fan)} />),
      readings: [on.fan, on.power, on.speed],
    },
    { key: 'supply', part: (at) => <Arrow at={at} turned={90} />, readings: [on.supply, on.pressure] },
  ]
  return <Strip rows={rows} hasDuct label={label} />
}
