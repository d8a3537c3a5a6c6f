/** Which drawing a type of equipment has, and which slot of it shows the point in a role (domain §8.1). */
import type { GenericSymbol, SlotOf, SlottedKind } from '~/ui/drawing/values'

export type DrawingKind = SlottedKind | 'generic'

/** Brick classes with a drawing of their own; any other has the one of its parent, else the generic one. */
const kindByType: Readonly<Record<string, DrawingKind>> = {
  Air_Handling_Unit: 'airHandler',
  Rooftop_Unit: 'airHandler',
  Makeup_Air_Unit: 'airHandler',
  Dedicated_Outdoor_Air_System_Unit: 'airHandler',
  Variable_Air_Volume_Box: 'terminalBox',
  Variable_Air_Volume_Box_With_Reheat: 'terminalBox',
  Fan_Coil_Unit: 'fanCoil',
  Chiller: 'chiller',
  Boiler: 'boiler',
  Packaged_Heat_Pump: 'room',
  Computer_Room_Air_Conditioning: 'room',
  Thermostat: 'room',
}

/** `parents` are the types above it, nearest first. */
export function drawingKindOf(type: string, parents: readonly string[] = []): DrawingKind {
  const known = [type, ...parents].find((one) => Object.hasOwn(kindByType, one))
  return (known && kindByType[known]) || 'generic'
}

type SlotTable<K extends SlottedKind> = Readonly<Record<string, SlotOf<K>>>

interface RoleSlots<K extends SlottedKind> {
  /** The slot that shows the point in a role. */
  values: SlotTable<K>
  /** The slot that shows the point in a role as its setpoint. */
  setpoints: SlotTable<K>
}

export const roleSlots: { readonly [K in SlottedKind]: RoleSlots<K> } = {
  airHandler: {
    values: {
      OS: 'mode',
      OCC: 'occupancy',
      OAT: 'outdoor',
      OADPR: 'damper',
      MINOA: 'minimumOutdoor',
      MAT: 'mixed',
      HCET: 'heatingIn',
      HC: 'heating',
      HCLT: 'heatingOut',
      CCET: 'coolingIn',
      CC: 'cooling',
      CCLT: 'coolingOut',
      FANSTS: 'fan',
      VFDSPD: 'speed',
      KW: 'power',
      SAT: 'supply',
      DSP: 'pressure',
      RAT: 'return',
      RH: 'humidity',
      CO2: 'co2',
      EAT: 'exhaust',
    },
    setpoints: { SATSP: 'supply', DSPSP: 'pressure', FANSPD: 'speed' },
  },
  terminalBox: {
    values: {
      FANSTS: 'inletFan',
      AHUSAT: 'inlet',
      FLOW: 'flow',
      FLOWMAX: 'maximumFlow',
      DMP: 'damper',
      RHV: 'reheat',
      HWP: 'hotWaterPump',
      DAT: 'discharge',
      ZAT: 'zone',
      HSP: 'heatingSetpoint',
      CSP: 'coolingSetpoint',
      CO2: 'co2',
      OCC: 'occupancy',
    },
    setpoints: { FLOWSP: 'flow', DATSP: 'discharge', ZSP: 'zone' },
  },
  fanCoil: {
    values: {
      OS: 'mode',
      RAT: 'return',
      FANSTS: 'fan',
      HC: 'heating',
      CC: 'cooling',
      SAT: 'supply',
      ZAT: 'zone',
      OCC: 'occupancy',
    },
    setpoints: { SATSP: 'supply', ZSP: 'zone' },
  },
  chiller: {
    values: { OS: 'mode', KW: 'power', CHWS: 'leaving', PUMP: 'pump', CHWR: 'entering' },
    setpoints: {},
  },
  boiler: {
    values: { KWH: 'energy', VALVE: 'valve', HWS: 'leaving', PUMP: 'pump', HWR: 'entering' },
    setpoints: {},
  },
  room: { values: { ZAT: 'zone', OCC: 'occupancy' }, setpoints: { ZSP: 'zone' } },
}

/** Returns the role whose point is the setpoint of another role; null if the drawing has none. */
export function setpointRoleOf(kind: DrawingKind, role: string): string | null {
  if (kind === 'generic') return null
  const values: Readonly<Record<string, string>> = roleSlots[kind].values
  const slot = Object.hasOwn(values, role) ? values[role] : undefined
  return Object.entries(roleSlots[kind].setpoints).find(([, own]) => own === slot)?.[0] ?? null
}

const symbolByRole: Readonly<Record<string, GenericSymbol>> = {
  FANSTS: 'fan',
  FANSPD: 'fan',
  PUMP: 'pump',
  VALVE: 'valve',
  HC: 'valve',
  CC: 'valve',
  RHV: 'valve',
  DMP: 'damper',
  OADPR: 'damper',
  KW: 'power',
  KWH: 'power',
  OCC: 'person',
}

/** Returns the symbol beside a role in the generic drawing. */
export const genericSymbolOf = (role: string): GenericSymbol =>
  (Object.hasOwn(symbolByRole, role) && symbolByRole[role]) || 'sensor'
