/** Labels of a map overlap neither each other nor a mark, and of those on a phone none reaches beyond it. */
import { expect, test } from 'vitest'
import { placeLabels } from '../../app/features/map/labels'
import { knownTowns } from '../../app/features/map/towns'

const size = { width: 640, height: 420 }
const mark = (x: number, y: number, lines = ['Campus Montcalm', 'Québec', '3 critical alarms']) => ({
  x,
  y,
  radius: 16,
  lines,
  shortLines: [lines[0] ?? '', lines.at(-1) ?? ''],
})

test('a label stands beside its mark, on the other side where there is an edge, and nowhere without room', () => {
  expect(placeLabels([mark(300, 200)], size)[0]).toMatchObject({ x: 320, anchor: 'start', isShort: false })
  expect(placeLabels([mark(620, 200)], size)[0]).toMatchObject({ x: 600, anchor: 'end' })
  expect(placeLabels([mark(20, 20)], { width: 40, height: 40 })).toEqual([null])
})

test('the bold last line of a label is whole at the edge', () => {
  const label = (text: string) => placeLabels([mark(498, 200, ['Nord', text])], size)[0]
  expect(label('7 alarmes élevées')).toMatchObject({ x: 518, anchor: 'start' })
  expect(label('7 alarmes critiques')).toMatchObject({ x: 478, anchor: 'end' })
})

test('a label without room for its town leaves it out', () => {
  const [label] = placeLabels([mark(60, 18)], { width: 260, height: 36 })
  expect(label).toMatchObject({ isShort: true })
})

test('on a phone a mark comes before a town, and what would reach beyond the map has no label', () => {
  const town = { x: 460, y: 200, radius: 2, lines: ['Rimouski'], isMinor: true }
  const isOnPhone = (other: typeof town) => placeLabels([mark(300, 200), other], size).map((one) => one?.isOnPhone)
  expect(isOnPhone(town)).toEqual([true, false])
  expect(isOnPhone({ ...town, isMinor: false })[0]).toBe(false)
  expect(isOnPhone({ ...town, y: 300 })).toEqual([true, true])
  expect(placeLabels([mark(470, 200)], size)[0]).toMatchObject({ anchor: 'start', isOnPhone: false })
})

test('the towns are on the earth, each once', () => {
  expect(new Set(knownTowns.map(({ id }) => id)).size).toBe(knownTowns.length)
  for (const { id, latitude, longitude } of knownTowns) {
    expect(id).not.toBe('')
    expect([Math.abs(latitude) <= 85, Math.abs(longitude) <= 180], id).toEqual([true, true])
  }
})
