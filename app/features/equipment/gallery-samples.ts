/** Points with chosen values, by role, for the gallery of drawings. */
import type { PointWithValue } from '~/features/point/shared/row'
import type { DrawnRole } from './shared/drawn-equipment'

/** The states of the points of a sample: in use, with one of each trouble, or not known. */
export type SampleState = 'running' | 'troubled' | 'unknown'

const degrees = (value: number) => ({ kind: 'number', unit: 'degC', value }) as const
const percent = (value: number) => ({ kind: 'number', unit: 'percent', value }) as const
const flow = (value: number) => ({ kind: 'number', unit: 'L/s', value }) as const
const pascals = (value: number) => ({ kind: 'number', unit: 'Pa', value }) as const
const state = (value: boolean) => ({ kind: 'boolean', unit: null, value }) as const

const samples: Readonly<
  Record<string, Pick<PointWithValue, 'value'> & { kind: 'number' | 'boolean'; unit: string | null }>
> = {
  SAT: degrees(18.1),
  SATSP: degrees(18),
  MAT: degrees(15.2),
  RAT: degrees(22.6),
  OAT: degrees(-3.7),
  EAT: degrees(22.4),
  HCET: degrees(15.2),
  HCLT: degrees(18.3),
  CCET: degrees(18.3),
  CCLT: degrees(18.2),
  HC: percent(42),
  CC: percent(0),
  OADPR: percent(33),
  MINOA: percent(20),
  FANSTS: state(true),
  VFDSPD: percent(46),
  FANSPD: percent(48),
  DSP: pascals(248),
  DSPSP: pascals(250),
  OCC: state(true),
  RH: { kind: 'number', unit: 'pctRH', value: 37 },
  CO2: { kind: 'number', unit: 'ppm', value: 1012 },
  KW: { kind: 'number', unit: 'kW', value: 3.2 },
  KWH: { kind: 'number', unit: 'kWh', value: 128_540 },
  FLOW: flow(118),
  FLOWSP: flow(120),
  FLOWMAX: flow(500),
  DMP: percent(64),
  DAT: degrees(24.8),
  DATSP: degrees(25),
  RHV: percent(70),
  HWP: state(true),
  AHUSAT: degrees(18.1),
  ZAT: degrees(21.4),
  ZSP: degrees(22),
  HSP: degrees(21),
  CSP: degrees(24),
  CHWS: degrees(6.8),
  CHWR: degrees(12.1),
  HWS: degrees(64.5),
  HWR: degrees(52.3),
  PUMP: state(true),
  VALVE: percent(35),
}

type Trouble = Pick<PointWithValue, 'isInAlarm' | 'isFaulty' | 'isLocalOverride' | 'override' | 'quality'>

const fine: Trouble = { isInAlarm: false, isFaulty: false, isLocalOverride: false, override: null, quality: 'good' }
const heldValue = { value: 0, by: null, at: '2026-01-05T08:00:00.000Z', expiresAt: null }

/** One of each trouble, by role. */
const troubles: Readonly<Record<string, Partial<Trouble>>> = {
  SAT: { isInAlarm: true },
  SATSP: { override: { ...heldValue, level: 8 } },
  MAT: { isFaulty: true },
  OAT: { quality: 'offline' },
  HC: { override: { ...heldValue, level: 8 } },
  CC: { isLocalOverride: true },
  FANSTS: { override: { ...heldValue, level: 1 } },
  DSP: { isInAlarm: true, isFaulty: true },
  RAT: { quality: 'offline', isFaulty: true },
  ZAT: { isInAlarm: true },
  ZSP: { override: { ...heldValue, level: 8 } },
  FLOW: { isFaulty: true },
  DMP: { override: { ...heldValue, level: 8 } },
  CHWS: { isInAlarm: true },
  PUMP: { override: { ...heldValue, level: 8 } },
  HWS: { isInAlarm: true },
  VALVE: { override: { ...heldValue, level: 8 } },
}

/** A role that no sample knows has the name of a state as its value, as one of another backend may. */
const otherSample = { kind: 'enum', unit: null, value: 4 } as const
const states = ['Heating', 'Free cooling', 'Economizer', 'Mechanical cooling', 'Off']

/** Returns the role with a point of the sample; `href` is where its values link to. */
export function sampleRole(
  { role, type }: Pick<DrawnRole, 'role' | 'type'>,
  { state: condition, href }: { state: SampleState; href: string },
): DrawnRole {
  const sample = samples[role] ?? otherSample
  const { kind, unit } = sample
  const point = {
    id: role,
    name: type,
    objectName: role,
    device: '',
    valueFormat: {
      kind,
      unit,
      precision: unit === 'degC' || unit === 'kW' ? 1 : 0,
      states: kind === 'enum' ? states : [],
    },
    value: condition === 'unknown' ? null : sample.value,
    at: null,
    isWritable: false,
    pointTypeId: null,
    href,
    ...fine,
    ...(condition === 'troubled' && troubles[role]),
  }
  return { role, type, point, isUnreadable: false }
}
