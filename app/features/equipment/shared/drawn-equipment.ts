/** The readings of a drawing from the points of equipment, in the words and units of the reader. */
import type { PointWithValue } from '~/features/point/shared/row'
import { pointValueText } from '~/features/point/shared/value'
import type { Translate } from '~/i18n/instance'
import {
  type DrawnEquipment,
  type DrawnMark,
  type DrawnReading,
  type DrawnValue,
  drawingSlots,
  type GenericReading,
  type SlottedKind,
} from '~/ui/drawing/values'
import type { Format } from '~/ui/format'
import { type DrawingKind, genericSymbolOf, roleSlots } from './drawing-slots'

/** A role with its point, as the table of roles has it. */
export interface DrawnRole {
  role: string
  /** What the role measures: "Supply air temperature". */
  type: string
  point: (PointWithValue & { href: string | null }) | null
  /** Mapped to a point that cannot be read now. */
  isUnreadable: boolean
}

interface Words {
  t: Translate
  format: Format
}

/** Roles without a point are left out. A role that the drawing has no slot for is in the table of roles only. */
export function drawnEquipment(words: Words, kind: DrawingKind, roles: readonly DrawnRole[]): DrawnEquipment {
  const mapped = roles.filter(({ point, isUnreadable }) => point || isUnreadable)
  if (kind === 'generic') return { kind, readings: mapped.map((role) => genericReading(words, role)) }
  return { kind, readings: slottedReadings(words, kind, mapped) } as DrawnEquipment
}

function genericReading(words: Words, role: DrawnRole): GenericReading {
  return {
    key: role.role,
    symbol: genericSymbolOf(role.role),
    label: role.type,
    value: drawnValue(words, role.point, role.type),
    setpoint: null,
  }
}

function slottedReadings(words: Words, kind: SlottedKind, roles: readonly DrawnRole[]): Record<string, DrawnReading> {
  const { values, setpoints } = roleSlots[kind]
  const inSlot = (table: Readonly<Record<string, string>>, slot: string) =>
    roles.find(({ role }) => Object.hasOwn(table, role) && table[role] === slot)
  const readings: Record<string, DrawnReading> = {}
  for (const slot of drawingSlots[kind]) {
    const [value, setpoint] = [inSlot(values, slot), inSlot(setpoints, slot)]
    if (!value && !setpoint) continue
    const label = words.t(`main:equipment.slot.${slot}`)
    readings[slot] = {
      label,
      value: value ? drawnValue(words, value.point, nameIn(words, slot, value)) : null,
      setpoint: setpoint ? drawnValue(words, setpoint.point, setpoint.type) : null,
    }
  }
  return readings
}

/** Air on both sides of a coil has one type of point: there the place says which is meant. */
function nameIn({ t }: Words, slot: string, { type }: DrawnRole): string {
  return t(`main:equipment.slotName.${slot as 'heatingIn'}`, { type, defaultValue: type })
}

/** Returns the value of a point as a drawing shows it, named by what it measures; a dash without a point. */
export function drawnValue({ t, format }: Words, point: DrawnRole['point'], name: string): DrawnValue {
  if (!point) return { ...noValue, name, unknown: t('main:equipment.unread'), marks: [] }
  const { id, valueFormat, value, href, quality } = point
  const isKnown = value !== null && value !== ''
  const { unit } = valueFormat
  const isShare = (unit === 'percent' || unit === '%') && typeof value === 'number' && Number.isFinite(value)
  return {
    pointId: id,
    name,
    text: pointValueText({ t, format }, valueFormat, value),
    unknown: isKnown ? null : t('main:equipment.notKnown'),
    href,
    isStale: quality !== 'good',
    percent: isShare ? Math.min(100, Math.max(0, value)) : null,
    isOn: typeof value === 'boolean' ? value : null,
    marks: marksOfPoint(t, point),
  }
}

const noValue = { pointId: null, text: '–', href: null, isStale: false, percent: null, isOn: null } as const

/** The states of a point that need to be seen, the most urgent first, in the words of its badges. */
function marksOfPoint(t: Translate, point: PointWithValue): DrawnMark[] {
  const { isInAlarm, isFaulty, override, isLocalOverride, quality } = point
  const isEmergency = override?.level === 1
  const marks: (DrawnMark | false)[] = [
    isInAlarm && { tone: 'danger', text: t('main:point.is.alarm') },
    isEmergency && { tone: 'danger', text: t('main:point.held.emergency') },
    isFaulty && { tone: 'high', text: t('main:point.is.fault') },
    override !== null && !isEmergency && { tone: 'warn', text: t('main:point.held.override') },
    isLocalOverride && { tone: 'warn', text: t('main:point.held.hand') },
    quality !== 'good' && { tone: 'neutral', text: t('main:equipment.stale') },
  ]
  return marks.filter((mark) => mark !== false)
}
