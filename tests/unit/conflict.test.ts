/** Two people at one form: whose fields are shown to whom (promise C3). */
import { expect, test } from 'vitest'
import { conflictIn } from '../../app/change/conflict'
import type { FieldValues, Plan } from '../../app/change/plan'
import { type Posted, type PostedFields, parsePosted } from '../../app/change/posted'

const subject = { kind: 'site', id: 's1', name: 'Site' }

const planNow = (version: string, current: FieldValues): Plan => ({
  rows: [{ subject, effect: 'change', fields: [], version }],
  current,
})

function posted(fields: PostedFields, meta: Record<string, string>): Posted {
  return parsePosted([...fields, ...Object.entries({ _stage: 'apply', _key: 'k', ...meta })])
}

const was = (values: FieldValues, version = '1') => ({ _version: version, _was: JSON.stringify(values) })

test('nothing is in conflict while the version is the one the form was made from', () => {
  const form = posted([['name', 'Mine']], was({ name: 'Old' }))
  expect(conflictIn(planNow('1', { name: 'Old' }), form)).toBeNull()
})

test('a field that both changed leaves the choice to the person; one that only they changed offers theirs', () => {
  const form = posted(
    [
      ['name', 'Mine'],
      ['city', 'Old town'],
    ],
    was({ name: 'Old', city: 'Old town', zip: '' }),
  )
  const found = conflictIn(planNow('2', { name: 'Theirs', city: 'New town', zip: '' }), form)
  expect(found?.fields).toEqual([
    { name: 'name', yours: ['Mine'], theirs: ['Theirs'], original: ['Old'], changed: 'both' },
    { name: 'city', yours: ['Old town'], theirs: ['New town'], original: ['Old town'], changed: 'theirs' },
  ])
})

test('no conflict is made of a version alone, of the same value typed twice, or of line ends and spaces', () => {
  const form = posted(
    [
      ['domains', 'a.example\r\nb.example '],
      ['name', 'Same'],
    ],
    was({ domains: 'a.example\nb.example', name: 'Old' }),
  )
  expect(conflictIn(planNow('2', { domains: 'a.example\nb.example', name: 'Same' }), form)).toBeNull()
})

test('boxes and lists are compared by what they hold', () => {
  const values = { isOn: true, tags: ['a', 'b'] }
  const form = posted(
    [
      ['tags[0]', 'a'],
      ['tags[1]', 'c'],
    ],
    was(values),
  )
  const found = conflictIn(planNow('2', { isOn: true, tags: ['a'] }), form)
  expect(found?.fields).toEqual([
    { name: 'tags', yours: ['a', 'c'], theirs: ['a'], original: ['a', 'b'], changed: 'both' },
  ])
})

test('a choice settles its field: yours stays, theirs replaces what was typed', () => {
  const theirs = { name: 'Theirs', tags: ['x', 'y'] }
  const meta = {
    ...was({ name: 'Old', tags: ['a'] }, '2'),
    _theirs: JSON.stringify(theirs),
    '_take.name': 'yours',
    '_take.tags': 'theirs',
  }
  const form = posted(
    [
      ['name', 'Mine'],
      ['tags[0]', 'mine'],
    ],
    meta,
  )
  expect(form.fields).toEqual([
    ['name', 'Mine'],
    ['tags', 'x'],
    ['tags', 'y'],
  ])
  expect(conflictIn(planNow('2', theirs), form)).toBeNull()
})

test('a field nothing was chosen for stays in conflict', () => {
  const meta = { ...was({ name: 'Old' }, '2'), _theirs: JSON.stringify({ name: 'Theirs' }) }
  const form = posted([['name', 'Mine']], meta)
  expect(form.unresolved).toEqual(['name'])
  expect(conflictIn(planNow('2', { name: 'Theirs' }), form)?.fields[0]).toMatchObject({
    yours: ['Mine'],
    theirs: ['Theirs'],
    original: ['Old'],
  })
})

test('a form kept while its choice is open meets the conflict again when it is taken up', () => {
  const meta = { ...was({ name: 'Old' }, '2'), _theirs: JSON.stringify({ name: 'Theirs' }) }
  const kept = posted([['name', 'Mine']], meta)
  const { version = '', values = {} } = kept.original ?? {}
  const form = posted(kept.fields, was(values, version))
  expect(conflictIn(planNow('2', { name: 'Theirs' }), form)?.fields).toHaveLength(1)
})

test('a third change after the choice is told again, against what was shown', () => {
  const meta = { ...was({ name: 'Old' }, '2'), _theirs: JSON.stringify({ name: 'Theirs' }), '_take.name': 'yours' }
  const form = posted([['name', 'Mine']], meta)
  expect(conflictIn(planNow('3', { name: 'Third' }), form)?.fields).toEqual([
    { name: 'name', yours: ['Mine'], theirs: ['Third'], original: ['Theirs'], changed: 'both' },
  ])
})

test.each(['[]', '"x"', '{"name":{}}', '{', 'null'])('%s in place of what the form showed is no edit', async (text) => {
  const form = posted([['name', 'Mine']], { _version: '1', _was: text })
  expect(form.original).toBeNull()
})
