/** A fan coil: room air is drawn in, heated or cooled, and blown back into the room. */
import { Reading } from './reading'
import { RoomOutline } from './room-outline'
import { Strip, type StripRow } from './strip'
import { Arrow, Coil, Fan, Filter, Person, Thermostat, Valve } from './symbols'
import { isOnIn, percentOf, type ReadingsOf } from './values'

type FanCoilReadings = ReadingsOf<'fanCoil'>

const middle = 148

export function FanCoil({ readings: on, label }: { readings: FanCoilReadings; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg role="group" aria-label={label} className="wide" width="720" height="316" viewBox="0 0 720 316">
      <g>
        <path d="M32 116H500V180H32Z" className="air" />
        <path d="M32 116H500M32 180H500" className="wall" />
        <path d="M24 122l8 10m-8 4l8 10m-8 4l8 10m-8 4l8 10" className="thin" />
        <rect x="84" y="104" width="312" height="88" rx="4" className="casing" />
        <Arrow at={[62, middle]} />
        <Filter at={[112, middle]} height={64} />
        {on.fan && <Fan at={[176, middle]} radius={27} isOn={isOnIn(on.fan)} />}
        {on.heating && (
          <>
            <path d="M249 180V240M263 180V240" className="pipe" />
            <Valve at={[249, 214]} turned={270} percent={percentOf(on.heating)} />
            <Coil at={[256, middle]} height={64} heats percent={percentOf(on.heating)} />
          </>
        )}
        {on.cooling && (
          <>
            <path d="M345 180V240M359 180V240" className="pipe" />
            <Valve at={[345, 214]} turned={270} percent={percentOf(on.cooling)} />
            <Coil at={[352, middle]} height={64} heats={false} percent={percentOf(on.cooling)} />
          </>
        )}
        <Arrow at={[474, middle]} />
        <RoomOutline at={[500, 76]} size={[200, 208]} inlet={[116, 180]} />
        <Arrow at={[540, 128]} turned={-16} />
        <Arrow at={[540, 168]} turned={16} />
        {on.zone && <Thermostat at={[528, 222]} />}
        {on.occupancy && <Person at={[664, 258]} isOn={isOnIn(on.occupancy)} />}
      </g>
      <Reading reading={on.mode} at={[32, 256]} />
      <Reading reading={on.return} at={[32, 48]} pin={[62, 132]} />
      <Reading reading={on.fan} at={[152, 72]} />
      <Reading reading={on.heating} at={[232, 256]} />
      <Reading reading={on.cooling} at={[336, 256]} />
      <Reading reading={on.supply} at={[340, 48]} pin={[432, middle]} />
      <Reading reading={on.zone} at={[552, 214]} />
      <Reading reading={on.occupancy} at={[552, 254]} />
    </svg>
  )
}

export function FanCoilStrip({ readings: on, label }: { readings: FanCoilReadings; label: string }) {
  const rows: StripRow[] = [
    { key: 'mode', readings: [on.mode] },
    { key: 'return', part: (at) => <Arrow at={at} turned={90} />, readings: [on.return] },
    { key: 'filter', part: (at) => <Filter at={at} height={46} turned={90} />, readings: [] },
    {
      key: 'fan',
      part: on.fan && ((at) => <Fan at={at} radius={20} isOn={isOnIn(on.fan)} />),
      readings: [on.fan],
    },
    {
      key: 'heating',
      part: on.heating && ((at) => <Coil at={at} height={46} turned={90} heats percent={percentOf(on.heating)} />),
      readings: [on.heating],
    },
    {
      key: 'cooling',
      part:
        on.cooling && ((at) => <Coil at={at} height={46} turned={90} heats={false} percent={percentOf(on.cooling)} />),
      readings: [on.cooling],
    },
    { key: 'supply', part: (at) => <Arrow at={at} turned={90} />, readings: [on.supply] },
    { key: 'zone', isBeyond: true, part: on.zone && ((at) => <Thermostat at={at} />), readings: [on.zone] },
    {
      key: 'occupancy',
      isBeyond: true,
      part: on.occupancy && ((at) => <Person at={at} isOn={isOnIn(on.occupancy)} />),
      readings: [on.occupancy],
    },
  ]
  return <Strip rows={rows} hasDuct label={label} />
}
