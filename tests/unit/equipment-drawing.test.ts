/** Drawings of equipment: which one a type has, and what each of its slots shows. */
import { describe, expect, test } from 'vitest'
import { drawingKindOf } from '../../app/features/equipment/shared/drawing-slots'
import { type DrawnRole, drawnEquipment } from '../../app/features/equipment/shared/drawn-equipment'
import type { Translate } from '../../app/i18n/instance'
import type { DrawnEquipment, DrawnReading } from '../../app/ui/drawing/values'
import { formatsFor } from '../../app/ui/format'
import { equipmentTypes } from '../../services/site/equipment/types'

const t = ((key: string) => key) as unknown as Translate
const format = formatsFor({ language: 'en', unit: 'metric', timeZone: 'UTC' })
const us = formatsFor({ language: 'en', unit: 'us', timeZone: 'UTC' })

type Point = NonNullable<DrawnRole['point']>

const role = (name: string, more: Partial<Point> = {}): DrawnRole => ({
  role: name,
  type: `What ${name} measures`,
  isUnreadable: false,
  point: {
    id: `point-${name}`,
    name,
    objectName: name,
    device: '',
    valueFormat: { kind: 'number', unit: 'degC', precision: 1, states: [] },
    value: 21.4,
    at: null,
    quality: 'good',
    isInAlarm: false,
    isFaulty: false,
    isLocalOverride: false,
    override: null,
    isWritable: false,
    pointTypeId: null,
    href: `/points/${name}`,
    ...more,
  },
})

const readingsOf = ({ readings }: DrawnEquipment): DrawnReading[] => Object.values(readings)
const shareFormat = { kind: 'number', unit: 'percent', precision: 0, states: [] } as const

test.each(equipmentTypes.map(({ id }) => id))('%s shows every role in its drawing, each once', (id) => {
  const roles = equipmentTypes.find((type) => type.id === id)?.roles.map((one) => role(one.role)) ?? []
  const drawn = readingsOf(drawnEquipment({ t, format }, drawingKindOf(id), roles))
  const shown = drawn.flatMap(({ value, setpoint }) => [value?.pointId, setpoint?.pointId]).filter(Boolean)
  expect(shown.sort()).toEqual(roles.map(({ point }) => point?.id).sort())
})

describe('the kind of a drawing', () => {
  test('is that of its type, of the nearest type above it that has one, or the generic one', () => {
    expect(drawingKindOf('Rooftop_Unit')).toBe('airHandler')
    expect(drawingKindOf('Packaged_Rooftop', ['Packaged_Unit', 'Air_Handling_Unit'])).toBe('airHandler')
    expect(drawingKindOf('Pump')).toBe('generic')
    expect(drawingKindOf('Teleporter', ['Machine'])).toBe('generic')
    expect(drawingKindOf('constructor')).toBe('generic')
  })
})

describe('a drawing', () => {
  test('has no slot for a role without a point, nor for a role that it does not know', () => {
    const { readings } = drawnEquipment({ t, format }, 'airHandler', [
      role('SAT'),
      { ...role('MAT'), point: null },
      role('toString'),
      role('X99'),
    ])
    expect(Object.keys(readings)).toEqual(['supply'])
  })

  test('shows the setpoint beside its value, and alone where only the setpoint has a point', () => {
    const both = drawnEquipment({ t, format }, 'room', [role('ZAT'), role('ZSP', { value: 22 })])
    const alone = drawnEquipment({ t, format }, 'room', [role('ZSP', { value: 22 })])
    expect(readingsOf(both)).toMatchObject([{ value: { text: '21.4\u00a0°C' }, setpoint: { text: '22\u00a0°C' } }])
    expect(readingsOf(alone)).toMatchObject([{ value: null, setpoint: { text: '22\u00a0°C' } }])
  })

  test('shows values in the units of the reader', () => {
    expect(readingsOf(drawnEquipment({ t, format: us }, 'room', [role('ZAT')]))).toMatchObject([
      { value: { text: '70.5\u00a0°F' } },
    ])
  })

  test('says of a value that was not read that it is not known, and draws neither a position nor a state', () => {
    const unread = [
      role('HC', { value: null, valueFormat: shareFormat }),
      { ...role('FANSTS'), point: null, isUnreadable: true },
    ]
    const [fan, heating] = readingsOf(drawnEquipment({ t, format }, 'airHandler', unread)).reverse()
    expect(heating?.value).toMatchObject({ text: '–', unknown: 'main:equipment.notKnown', percent: null, isOn: null })
    expect(fan?.value).toMatchObject({ text: '–', unknown: 'main:equipment.unread', isOn: null, href: null })
  })

  test('draws a share from 0 to 100, and nothing else as a share', () => {
    const percentOf = (more: Partial<Point>) =>
      readingsOf(drawnEquipment({ t, format }, 'airHandler', [role('HC', more)]))[0]?.value?.percent
    expect(percentOf({ value: 0, valueFormat: shareFormat })).toBe(0)
    expect(percentOf({ value: 240, valueFormat: shareFormat })).toBe(100)
    expect(percentOf({ value: Number.NaN, valueFormat: shareFormat })).toBeNull()
    expect(percentOf({ value: 42 })).toBeNull()
  })

  test('marks alarm, emergency, fault, override, hand switch and silence, the most urgent first', () => {
    const override = { level: 8, value: 1, by: null, at: '2026-01-01T00:00:00Z', expiresAt: null }
    const marksOf = (more: Partial<Point>) =>
      readingsOf(drawnEquipment({ t, format }, 'room', [role('ZAT', more)]))[0]?.value?.marks.map(({ tone }) => tone)
    expect(marksOf({})).toEqual([])
    expect(marksOf({ isFaulty: true, isInAlarm: true })).toEqual(['danger', 'high'])
    expect(marksOf({ override })).toEqual(['warn'])
    expect(marksOf({ override: { ...override, level: 1 } })).toEqual(['danger'])
    expect(marksOf({ isLocalOverride: true, quality: 'offline' })).toEqual(['warn', 'neutral'])
  })
})
