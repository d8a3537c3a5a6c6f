/** The data type of a schedule: its values as the device has them and as the console has them. */
import type { Facets, ScheduleValue, ValueType } from '../../contracts/schedules'
import type { ObjectDescription } from '../../link/port'
import { commandValue } from '../client/device-writer'
import type { Primitive } from '../encoding/values'
import { scaled } from './point-objects'
import type { UnitScale } from './units'

export interface ScheduleValueType {
  valueType: ValueType
  facets: Facets
  /** Returns undefined for a value that the console does not have. */
  toValue(value: Primitive): ScheduleValue | undefined
  toPrimitive(value: ScheduleValue): Primitive
}

/** The first object that a schedule commands: its texts, unit and bounds are those of the values. */
export interface ScheduleSubject {
  type: number
  description: ObjectDescription
  scale: UnitScale | null
}

const released: Primitive = { type: 'null', value: null }
const maxLabel = 40
const maxStateLabel = 64
const maxStates = 256
/** Larger numbers stand for "not a value". */
const maxNumber = 1e30
const realDigits = 7

/** Returns the type of the values of a schedule; null when it has several, or one that the console does not have. */
export function scheduleValueTypeOf(
  values: readonly Primitive[],
  targetTypes: readonly number[],
  subject: ScheduleSubject | null,
): ScheduleValueType | null {
  const kinds = new Set(values.flatMap(({ type }) => (type === 'null' ? [] : [type])))
  if (kinds.size > 1) return null
  const [kind = targetTypes[0] === undefined ? undefined : commandValue(targetTypes[0], 0)?.type] = kinds
  switch (kind) {
    case 'boolean':
      return switched(subject, { toPrimitive: (value) => ({ type: 'boolean', value }) })
    case 'enumerated':
      return targetTypes.every((type) => commandValue(type, 0)?.type === 'enumerated')
        ? switched(subject, { toPrimitive: (value) => ({ type: 'enumerated', value: value ? 1 : 0 }) })
        : null
    case 'unsigned':
      return subject?.description.kind === 'enum' ? states(subject) : whole(kind, subject)
    case 'signed':
      return whole(kind, subject)
    case 'real':
    case 'double':
      return measured(kind, subject)
    default:
      return null
  }
}

function switched(
  subject: ScheduleSubject | null,
  { toPrimitive }: { toPrimitive(value: boolean): Primitive },
): ScheduleValueType {
  const [falseText, trueText] = subject?.description.states ?? []
  return {
    valueType: 'boolean',
    facets: {
      ...(trueText ? { trueText: trueText.slice(0, maxLabel) } : {}),
      ...(falseText ? { falseText: falseText.slice(0, maxLabel) } : {}),
    },
    toValue: ({ type, value }) => {
      if (type === 'null' || type === 'boolean') return value
      return type === 'enumerated' && (value === 0 || value === 1) ? value === 1 : undefined
    },
    toPrimitive: (value) => (value === null ? released : toPrimitive(value === true)),
  }
}

function states({ description }: ScheduleSubject): ScheduleValueType {
  const labels = description.states ?? []
  const range = labels
    .slice(0, maxStates)
    .map((label, at) => ({ value: at + 1, label: label.slice(0, maxStateLabel) || String(at + 1) }))
  return { ...whole('unsigned', null), valueType: 'enum', facets: { range } }
}

const whole = (type: 'unsigned' | 'signed', subject: ScheduleSubject | null): ScheduleValueType => ({
  valueType: 'integer',
  facets: boundsOf(subject),
  toValue: (one) => {
    if (one.type === 'null') return null
    return one.type === type && Number.isSafeInteger(one.value) ? one.value : undefined
  },
  toPrimitive: (value) => (typeof value === 'number' ? { type, value } : released),
})

function measured(type: 'real' | 'double', subject: ScheduleSubject | null): ScheduleValueType {
  const scale = subject?.scale ?? { factor: 1, offset: 0 }
  return {
    valueType: 'number',
    facets: boundsOf(subject),
    toValue: (one) => {
      if (one.type === 'null') return null
      if (one.type !== type || !(Math.abs(one.value) < maxNumber)) return undefined
      return scaled(Number(one.value.toPrecision(realDigits)), scale)
    },
    toPrimitive: (value) => (typeof value === 'number' ? { type, value: scaledBack(value, scale) } : released),
  }
}

/** Returns a number in the unit of the device, without the digits that the conversion added. */
const scaledBack = (value: number, { factor, offset }: Pick<UnitScale, 'factor' | 'offset'>): number =>
  factor === 1 && offset === 0 ? value : Number(((value - offset) / factor).toPrecision(realDigits - 1))

function boundsOf(subject: ScheduleSubject | null): Facets {
  if (!subject) return {}
  const { unit, min, max, precision } = subject.description
  return { ...(unit === null ? {} : { unit: unit.slice(0, maxLabel) }), min, max, precision }
}
