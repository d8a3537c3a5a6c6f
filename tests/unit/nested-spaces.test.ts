import { expect, test } from 'vitest'
import { nestSpaces } from '../../app/domain/nested-spaces'

const space = (id: string, parentSpaceId: string | null = null) => ({ id, parentSpaceId })
const outline = (...spaces: ReturnType<typeof space>[]) =>
  nestSpaces(spaces).map(({ space, depth }) => `${'-'.repeat(depth)}${space.id}`)

test('spaces are read from top to bottom, siblings in the order given', () => {
  expect(
    outline(space('room', 'wing'), space('floor'), space('wing', 'floor'), space('roof'), space('hall', 'floor')),
  ).toEqual(['floor', '-wing', '--room', '-hall', 'roof'])
})

test('a space whose parent is not in the list stands at the top', () => {
  expect(outline(space('room', 'gone'))).toEqual(['room'])
})

test('a ring of parents loses nothing and shows nothing twice', () => {
  expect(outline(space('a', 'b'), space('b', 'a'), space('c'))).toEqual(['c', 'a', '-b'])
})
