/** The values of a drawing of equipment: what each slot reads, in the words and units of the reader. */

/** The urgency of a mark; each has a shape of its own. */
export type MarkTone = 'danger' | 'high' | 'warn' | 'neutral'

export interface DrawnMark {
  tone: MarkTone
  text: string
}

/** The value of one point. */
export interface DrawnValue {
  /** The id of the point; null if the point cannot be read. */
  pointId: string | null
  /** What the point measures: "Supply air temperature". */
  name: string
  /** The value as the page of the point shows it; a dash if it is not known. */
  text: string
  /** The reason for a dash: "not known"; null for a known value. */
  unknown: string | null
  href: string | null
  isStale: boolean
  /** From 0 to 100; null unless it is a known share. */
  percent: number | null
  /** Null unless it is a known state of two. */
  isOn: boolean | null
  /** The most urgent first. */
  marks: readonly DrawnMark[]
}

/** What a slot reads, with its setpoint; at least one of the two is present. */
export interface DrawnReading {
  /** A short name: "Supply air". */
  label: string
  value: DrawnValue | null
  setpoint: DrawnValue | null
}

/** What the generic drawing shows beside a reading. */
export type GenericSymbol = 'fan' | 'pump' | 'valve' | 'damper' | 'power' | 'sensor' | 'person'

export interface GenericReading extends DrawnReading {
  key: string
  symbol: GenericSymbol
}

/** The slots of each drawing, in the order in which they are read. */
export const drawingSlots = {
  airHandler: [
    'mode',
    'occupancy',
    'outdoor',
    'damper',
    'minimumOutdoor',
    'mixed',
    'heatingIn',
    'heating',
    'heatingOut',
    'coolingIn',
    'cooling',
    'coolingOut',
    'fan',
    'speed',
    'power',
    'supply',
    'pressure',
    'return',
    'humidity',
    'co2',
    'exhaust',
  ],
  terminalBox: [
    'inletFan',
    'inlet',
    'flow',
    'maximumFlow',
    'damper',
    'reheat',
    'hotWaterPump',
    'discharge',
    'zone',
    'heatingSetpoint',
    'coolingSetpoint',
    'co2',
    'occupancy',
  ],
  fanCoil: ['mode', 'return', 'fan', 'heating', 'cooling', 'supply', 'zone', 'occupancy'],
  chiller: ['mode', 'power', 'leaving', 'pump', 'entering'],
  boiler: ['energy', 'valve', 'leaving', 'pump', 'entering'],
  room: ['zone', 'occupancy'],
} as const

export type SlottedKind = keyof typeof drawingSlots
export type SlotOf<K extends SlottedKind> = (typeof drawingSlots)[K][number]
export type ReadingsOf<K extends SlottedKind> = Partial<Record<SlotOf<K>, DrawnReading>>

/** A drawing by its kind, with what it shows. */
export type DrawnEquipment =
  | { [K in SlottedKind]: { kind: K; readings: ReadingsOf<K> } }[SlottedKind]
  | { kind: 'generic'; readings: readonly GenericReading[] }

/** Returns the share of a reading; null if it is not known. */
export const percentOf = (reading: DrawnReading | undefined): number | null => reading?.value?.percent ?? null

/** Returns whether a reading is on; null if it is not known. */
export const isOnIn = (reading: DrawnReading | undefined): boolean | null => reading?.value?.isOn ?? null

/** Returns the marks of a value and of its setpoint, without repeating one. */
export function marksOf({ value, setpoint }: DrawnReading): DrawnMark[] {
  const marks = [...(value?.marks ?? []), ...(setpoint?.marks ?? [])]
  return marks.filter(({ text }, at) => marks.findIndex((one) => one.text === text) === at)
}
