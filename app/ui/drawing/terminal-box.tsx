/** A terminal box: air from the air handler, damper, reheat coil, and the room that it serves. */
import { Reading } from './reading'
import { RoomOutline } from './room-outline'
import { Strip, type StripRow } from './strip'
import { Arrow, Coil, Damper, Fan, Person, Pump, Thermostat, Valve } from './symbols'
import { isOnIn, percentOf, type ReadingsOf } from './values'

type TerminalBoxReadings = ReadingsOf<'terminalBox'>

const middle = 148

export function TerminalBox({ readings: on, label }: { readings: TerminalBoxReadings; label: string }) {
  const hasCoil = Boolean(on.reheat ?? on.hotWaterPump)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg role="group" aria-label={label} className="wide" width="720" height="330" viewBox="0 0 720 330">
      <g>
        <path d="M24 120H500V176H24Z" className="air" />
        <path d="M24 120H500M24 176H500" className="wall" />
        <rect x="212" y="108" width="196" height="80" rx="4" className="casing" />
        {on.inletFan && <Fan at={[56, middle]} radius={22} isOn={isOnIn(on.inletFan)} />}
        <Arrow at={[100, middle]} />
        {on.flow && <path d="M184 124V140M184 156V172" className="probe" />}
        {on.damper && <Damper at={[252, middle]} height={56} percent={percentOf(on.damper)} />}
        {hasCoil && (
          <>
            <path d="M334 176V284M362 176V284" className="pipe" />
            <Coil at={[348, middle]} height={56} heats percent={percentOf(on.reheat)} />
            {on.reheat && <Valve at={[334, 216]} turned={270} percent={percentOf(on.reheat)} />}
          </>
        )}
        {on.hotWaterPump && <Pump at={[362, 252]} turned={270} isOn={isOnIn(on.hotWaterPump)} />}
        <Arrow at={[478, middle]} />
        <RoomOutline at={[500, 40]} size={[200, 250]} inlet={[120, 176]} />
        {(on.zone || on.heatingSetpoint || on.coolingSetpoint) && <Thermostat at={[524, 84]} />}
        {on.occupancy && <Person at={[662, 260]} isOn={isOnIn(on.occupancy)} />}
      </g>
      <Reading reading={on.inletFan} at={[24, 76]} />
      <Reading reading={on.inlet} at={[24, 212]} pin={[128, middle]} />
      <Reading reading={on.flow} at={[148, 52]} pin={[184, 122]} />
      <Reading reading={on.maximumFlow} at={[24, 268]} />
      <Reading reading={on.damper} at={[212, 212]} />
      <Reading reading={on.reheat} at={[252, 262]} />
      <Reading reading={on.hotWaterPump} at={[386, 244]} />
      <Reading reading={on.discharge} at={[340, 52]} pin={[436, middle]} />
      <Reading reading={on.zone} at={[544, 76]} />
      <Reading reading={on.heatingSetpoint} at={[528, 140]} />
      <Reading reading={on.coolingSetpoint} at={[616, 140]} />
      <Reading reading={on.co2} at={[528, 200]} />
      <Reading reading={on.occupancy} at={[528, 252]} />
    </svg>
  )
}

export function TerminalBoxStrip({ readings: on, label }: { readings: TerminalBoxReadings; label: string }) {
  const rows: StripRow[] = [
    {
      key: 'inlet',
      part: on.inletFan
        ? (at) => <Fan at={at} radius={20} isOn={isOnIn(on.inletFan)} />
        : (at) => <Arrow at={at} turned={90} />,
      readings: [on.inletFan, on.inlet],
    },
    { key: 'flow', readings: [on.flow, on.maximumFlow] },
    {
      key: 'damper',
      part: on.damper && ((at) => <Damper at={at} height={46} turned={90} percent={percentOf(on.damper)} />),
      readings: [on.damper],
    },
    {
      key: 'reheat',
      part:
        (on.reheat ?? on.hotWaterPump) &&
        ((at) => <Coil at={at} height={46} turned={90} heats percent={percentOf(on.reheat)} />),
      readings: [on.reheat, on.hotWaterPump],
    },
    { key: 'discharge', part: (at) => <Arrow at={at} turned={90} />, readings: [on.discharge] },
    {
      key: 'zone',
      isBeyond: true,
      part: on.zone && ((at) => <Thermostat at={at} />),
      readings: [on.zone, on.heatingSetpoint, on.coolingSetpoint, on.co2],
    },
    {
      key: 'occupancy',
      isBeyond: true,
      part: on.occupancy && ((at) => <Person at={at} isOn={isOnIn(on.occupancy)} />),
      readings: [on.occupancy],
    },
  ]
  return <Strip rows={rows} hasDuct label={label} />
}
