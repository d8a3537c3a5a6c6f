/** A drawing for a list: the main parts of equipment, and below them its main readings and those in trouble. */
import './drawing.css'
import type { ReactNode } from 'react'
import { linesOf, ReadingLines } from './reading-lines'
import { Arrow, Coil, Damper, Fan, Person, Probe, Pump, Thermostat, Valve } from './symbols'
import {
  type DrawnEquipment,
  type DrawnReading,
  isOnIn,
  marksOf,
  percentOf,
  type ReadingsOf,
  type SlotOf,
  type SlottedKind,
} from './values'

const width = 264
const partsHeight = 60
const middle = 30
/** Maximum number of readings that are in trouble and not among the main ones. */
const maxTroubled = 2
const maxGeneric = 3

const mainSlots: { readonly [K in SlottedKind]: readonly SlotOf<K>[] } = {
  airHandler: ['supply', 'fan', 'outdoor'],
  terminalBox: ['zone', 'flow', 'damper'],
  fanCoil: ['zone', 'supply', 'fan'],
  chiller: ['leaving', 'entering', 'pump'],
  boiler: ['leaving', 'entering', 'pump'],
  room: ['zone', 'occupancy'],
}

export function SmallDrawing({ equipment, label }: { equipment: DrawnEquipment; label: string }) {
  const { lines, height: linesHeight } = linesOf(mainReadings(equipment))
  const height = partsHeight + linesHeight
  return (
    <figure className="schematic">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing has no fieldset */}
      <svg
        role="group"
        aria-label={label}
        className="small"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        {partsOf(equipment)}
        <ReadingLines lines={lines} x={[8, 138]} top={partsHeight} />
      </svg>
    </figure>
  )
}

function mainReadings(equipment: DrawnEquipment): DrawnReading[] {
  const { kind } = equipment
  const all: DrawnReading[] = Object.values(equipment.readings)
  const bySlot = equipment.readings as Partial<Record<string, DrawnReading>>
  const main = kind === 'generic' ? all.slice(0, maxGeneric) : mainSlots[kind].flatMap((slot) => bySlot[slot] ?? [])
  const troubled = all.filter((reading) => marksOf(reading).length > 0 && !main.includes(reading))
  return [...main, ...troubled.slice(0, maxTroubled)]
}

function partsOf(equipment: DrawnEquipment): ReactNode {
  switch (equipment.kind) {
    case 'airHandler':
      return <AirHandlerParts on={equipment.readings} />
    case 'terminalBox':
      return <TerminalBoxParts on={equipment.readings} />
    case 'fanCoil':
      return <FanCoilParts on={equipment.readings} />
    case 'chiller':
      return <PlantParts color="cold" pump={equipment.readings.pump} />
    case 'boiler':
      return <PlantParts color="hot" pump={equipment.readings.pump} valve={equipment.readings.valve} />
    case 'room':
      return (
        <>
          <path d="M8 52V8H96V52" className="wall" />
          <path d="M4 52H100" className="floor" />
          <Thermostat at={[32, middle]} />
          {equipment.readings.occupancy && <Person at={[70, 36]} isOn={isOnIn(equipment.readings.occupancy)} />}
        </>
      )
    case 'generic':
      return <GenericParts readings={equipment.readings} />
  }
}

function Duct({ length }: { length: number }) {
  return (
    <>
      <rect x="8" y="12" width={length} height="36" className="air" />
      <path d={`M8 12H${8 + length}M8 48H${8 + length}`} className="wall" />
    </>
  )
}

function AirHandlerParts({ on }: { on: ReadingsOf<'airHandler'> }) {
  return (
    <>
      <Duct length={248} />
      {on.damper && <Damper at={[30, middle]} height={36} percent={percentOf(on.damper)} />}
      {on.heating && <Coil at={[88, middle]} height={36} heats percent={percentOf(on.heating)} />}
      {on.cooling && <Coil at={[132, middle]} height={36} heats={false} percent={percentOf(on.cooling)} />}
      {on.fan && <Fan at={[184, middle]} radius={16} isOn={isOnIn(on.fan)} />}
      <Arrow at={[234, middle]} />
    </>
  )
}

function TerminalBoxParts({ on }: { on: ReadingsOf<'terminalBox'> }) {
  return (
    <>
      <Duct length={192} />
      <path d="M200 12V4H256V52H200V48" className="wall" />
      <Arrow at={[28, middle]} />
      {on.damper && <Damper at={[72, middle]} height={36} percent={percentOf(on.damper)} />}
      {on.reheat && <Coil at={[128, middle]} height={36} heats percent={percentOf(on.reheat)} />}
      <Arrow at={[180, middle]} />
      {on.occupancy && <Person at={[228, 34]} isOn={isOnIn(on.occupancy)} />}
    </>
  )
}

function FanCoilParts({ on }: { on: ReadingsOf<'fanCoil'> }) {
  return (
    <>
      <Duct length={192} />
      <path d="M200 12V4H256V52H200V48" className="wall" />
      {on.fan && <Fan at={[34, middle]} radius={16} isOn={isOnIn(on.fan)} />}
      {on.heating && <Coil at={[88, middle]} height={36} heats percent={percentOf(on.heating)} />}
      {on.cooling && <Coil at={[132, middle]} height={36} heats={false} percent={percentOf(on.cooling)} />}
      <Arrow at={[176, middle]} />
    </>
  )
}

function PlantParts({
  color,
  pump,
  valve,
}: {
  color: 'hot' | 'cold'
  pump: DrawnReading | undefined
  valve?: DrawnReading | undefined
}) {
  return (
    <>
      <path d="M64 20H248M64 44H248" className={color === 'hot' ? 'pipe hot' : 'pipe cold'} />
      <rect x="8" y="6" width="60" height="48" rx="8" className="part rim" />
      <path d="M18 18H58M18 30H58M18 42H58" className="thin" />
      <Arrow at={[224, 20]} />
      <Arrow at={[224, 44]} turned={180} />
      {valve && <Valve at={[116, 20]} percent={percentOf(valve)} />}
      {pump && <Pump at={[164, 42]} turned={180} isOn={isOnIn(pump)} />}
    </>
  )
}

function GenericParts({ readings }: { readings: Extract<DrawnEquipment, { kind: 'generic' }>['readings'] }) {
  const [first] = readings
  const at = [34, middle] as const
  if (!first) return null
  if (first.symbol === 'fan') return <Fan at={at} radius={20} isOn={isOnIn(first)} />
  if (first.symbol === 'pump') return <Pump at={at} isOn={isOnIn(first)} />
  if (first.symbol === 'valve') return <Valve at={at} percent={percentOf(first)} />
  return <Probe at={at} />
}
