/** The water side of a building: a chiller with its two loops, and a boiler with one. */
import { Reading } from './reading'
import { Strip, type StripRow } from './strip'
import { Arrow, Power, Pump, Valve } from './symbols'
import { isOnIn, percentOf, type ReadingsOf } from './values'

type ChillerReadings = ReadingsOf<'chiller'>
type BoilerReadings = ReadingsOf<'boiler'>

export function Chiller({ readings: on, label }: { readings: ChillerReadings; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg role="group" aria-label={label} className="wide" width="720" height="330" viewBox="0 0 720 330">
      <g>
        <path d="M120 108H264M120 140H264" className="pipe far" />
        <Arrow at={[196, 108]} turned={180} />
        <Arrow at={[196, 140]} />
        <Tower />
        <path d="M440 212H648M440 252H648" className="pipe cold" />
        <Arrow at={[620, 212]} />
        <Arrow at={[620, 252]} turned={180} />
        <Shell y={92} />
        <Shell y={200} />
        <path d="M296 156V200M412 156V200" className="pipe" />
        <Compressor />
        {on.pump && <Pump at={[520, 252]} turned={180} isOn={isOnIn(on.pump)} />}
        <Load />
      </g>
      <Reading reading={on.mode} at={[264, 30]} />
      <Reading reading={on.power} at={[440, 30]} />
      <Reading reading={on.leaving} at={[460, 148]} pin={[476, 212]} />
      <Reading reading={on.pump} at={[500, 286]} />
      <Reading reading={on.entering} at={[580, 286]} pin={[596, 252]} />
    </svg>
  )
}

/** A shell of tubes: the condenser above, the evaporator below. */
function Shell({ y }: { y: number }) {
  return (
    <>
      <rect x="264" y={y} width="176" height="64" rx="30" className="part rim" />
      <path d={`M292 ${y + 18}H412M292 ${y + 32}H412M292 ${y + 46}H412`} className="thin" />
    </>
  )
}

function Compressor() {
  return (
    <>
      <circle cx="352" cy="178" r="17" className="part rim" />
      <path d="M340 170L364 174M340 186L364 182" className="rim" />
    </>
  )
}

/** The tower that rejects the heat of the condenser. */
function Tower() {
  return (
    <>
      <path d="M44 82H120L108 166H56Z" className="part rim" />
      <path d="M58 98H106M62 118H102M64 138H100" className="thin" />
      <path d="M62 74C74 66 90 82 102 74" className="flow" />
    </>
  )
}

/** The building that the water serves. */
function Load() {
  return (
    <>
      <path d="M648 196L674 176L700 196V268H648Z" className="part rim" />
      <path d="M660 208h10v10h-10zM680 208h10v10h-10zM660 230h10v10h-10zM680 230h10v10h-10z" className="thin" />
    </>
  )
}

export function ChillerStrip({ readings: on, label }: { readings: ChillerReadings; label: string }) {
  const rows: StripRow[] = [
    { key: 'mode', part: (at) => <Machine at={at} />, readings: [on.mode, on.power] },
    { key: 'leaving', part: (at) => <Arrow at={at} turned={90} />, readings: [on.leaving] },
    {
      key: 'pump',
      part: on.pump && ((at) => <Pump at={at} turned={90} isOn={isOnIn(on.pump)} />),
      readings: [on.pump],
    },
    { key: 'entering', readings: [on.entering] },
  ]
  return <Strip rows={rows} hasDuct={false} label={label} />
}

/** A machine of the plant, small. */
function Machine({ at: [x, y] }: { at: readonly [number, number] }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="-22" y="-18" width="44" height="36" rx="8" className="part rim" />
      <path d="M-14 -7H14M-14 0H14M-14 7H14" className="thin" />
    </g>
  )
}

export function Boiler({ readings: on, label }: { readings: BoilerReadings; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset
    <svg role="group" aria-label={label} className="wide" width="720" height="310" viewBox="0 0 720 310">
      <g>
        <path d="M240 116H648M240 212H648" className="pipe hot" />
        <Arrow at={[340, 116]} />
        <Arrow at={[340, 212]} turned={180} />
        <Arrow at={[616, 116]} />
        <Arrow at={[616, 212]} turned={180} />
        <rect x="104" y="76" width="136" height="176" rx="8" className="part rim" />
        <path d="M152 76V44H176V76" className="rim" />
        <path d="M120 196H224V236H120Z" className="thin" />
        <Flame />
        {on.valve && <Valve at={[420, 116]} percent={percentOf(on.valve)} />}
        {on.pump && <Pump at={[480, 212]} turned={180} isOn={isOnIn(on.pump)} />}
        <path d="M648 96V232M664 96V232M680 96V232M696 96V232M642 104H702M642 224H702" className="rim" />
      </g>
      <Reading reading={on.energy} at={[120, 112]} />
      <Reading reading={on.valve} at={[400, 56]} />
      <Reading reading={on.leaving} at={[500, 56]} pin={[516, 116]} />
      <Reading reading={on.pump} at={[440, 256]} />
      <Reading reading={on.entering} at={[556, 256]} pin={[572, 212]} />
    </svg>
  )
}

function Flame() {
  return (
    <path
      d="M172 232C160 232 156 222 162 212C165 207 168 206 168 199C177 204 178 210 177 214C180 212 181 210 181 207C188 216 186 232 172 232Z"
      className="rim"
    />
  )
}

export function BoilerStrip({ readings: on, label }: { readings: BoilerReadings; label: string }) {
  const rows: StripRow[] = [
    {
      key: 'energy',
      part: ([x, y]) => (
        <g transform={`translate(${x} ${y})`}>
          <rect x="-20" y="-22" width="40" height="44" rx="6" className="part rim" />
          <Power at={[0, 0]} />
        </g>
      ),
      readings: [on.energy],
    },
    {
      key: 'valve',
      part: on.valve && ((at) => <Valve at={at} turned={90} percent={percentOf(on.valve)} />),
      readings: [on.valve],
    },
    { key: 'leaving', part: (at) => <Arrow at={at} turned={90} />, readings: [on.leaving] },
    {
      key: 'pump',
      part: on.pump && ((at) => <Pump at={at} turned={90} isOn={isOnIn(on.pump)} />),
      readings: [on.pump],
    },
    { key: 'entering', readings: [on.entering] },
  ]
  return <Strip rows={rows} hasDuct={false} label={label} />
}
