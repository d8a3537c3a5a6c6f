/**
 * The border of the console: every answer of every contract, written as other people's backends write it, is read and
 * says the same; what is acted on is never made up. And the reference services stay strict in what they send.
 */
import { describe, expect, test } from 'vitest'
import { contracts } from '../../services/contracts'
import type { AnyEndpoint } from '../../services/contracts/endpoint'
import { ErrorBody } from '../../services/contracts/errors'
import { parseReply } from '../../services/contracts/lenient'
import { Device, site } from '../../services/contracts/site'
import { exampleOf } from '../harness/example-reply'
import { strangeJson } from '../harness/strange-replies'

const calls: AnyEndpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values(contract as Record<string, AnyEndpoint>),
)
const reads = calls.filter(({ effect, download }) => effect === 'read' && !download)

const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null))
/** The ids of the rows, or of the thing itself. */
const idsOf = (value: unknown): unknown[] => {
  const rows = (value as { data?: unknown } | null)?.data ?? value
  return [rows].flat().map((row) => String((row as { id?: unknown } | null)?.id).toLowerCase())
}

test.each(calls.map((call) => [`${call.service} ${call.name}`, call] as const))(
  '%s: what fits is read as the contract reads it, and nothing is told',
  (_, { reply }) => {
    const given = exampleOf(reply)
    const strict = reply.safeParse(given)
    expect(strict.error?.issues ?? []).toEqual([])
    const read = parseReply(reply, given)
    expect(read.violations).toEqual([])
    expect(read.ok && plain(read.value)).toEqual(plain(strict.data))
  },
)

describe.each(Object.entries(strangeJson))('written with %s', (name, change) => {
  // A package is addressed by its name, and of several levels of the tree one that is not there is null.
  const concerned = reads.filter(
    (call) =>
      !(name === 'no names' && call.service === 'package') &&
      !(name === 'a row that is null' && call.name === 'levels'),
  )
  test.each(concerned.map((call) => [`${call.service} ${call.name}`, call] as const))(
    '%s is read, with every row',
    (_, { reply }) => {
      const given = plain(exampleOf(reply))
      const read = parseReply(reply, plain(change(given)))
      expect(read.ok, JSON.stringify(read.violations)).toBe(true)
      if (read.ok) expect(idsOf(read.value)).toEqual(idsOf(reply.parse(given)))
    },
  )
})

describe('what is acted on', () => {
  const row = exampleOf(Device) as Record<string, unknown>

  test.each([[null], [undefined], [''], [{}], [[]], [2 ** 60]])(
    'is never made up: a row whose id is %j is left out and told',
    (id) => {
      const read = parseReply(site.listSpaceDevices.reply, [row, { ...row, id }])
      expect(read.ok && read.value.map((one) => one.id)).toEqual([row.id])
      expect(read.violations).toEqual([{ at: '[].id', expected: 'an id', isRow: true }])
    },
  )

  test('is refused where it is the thing itself', () => {
    const read = parseReply(site.getDevice.reply, { ...row, id: null })
    expect(read).toEqual({ ok: false, violations: [{ at: 'id', expected: 'an id', isRow: false }] })
  })

  test.each([[''], ['00000000-0000-0000-0000-000000000000']])('is of nothing where it may be, as %j is', (id) => {
    const site_ = exampleOf(site.getSite.reply) as Record<string, unknown>
    const read = parseReply(site.getSite.reply, { ...site_, siteGroupId: id })
    expect(read).toMatchObject({ ok: true, value: { siteGroupId: null }, violations: [] })
  })

  test('is looked up by no word that every object has', () => {
    const space = exampleOf(site.getSpace.reply) as Record<string, unknown>
    const path = [{ id: 'a', name: 'A', type: 'constructor' }]
    const read = parseReply(site.getSpace.reply, { ...space, path })
    expect(read).toMatchObject({ ok: true, value: { path: [{ type: '' }] }, violations: [{ at: 'path[].type' }] })
  })

  test('has one spelling', () => {
    const read = parseReply(site.getDevice.reply, { ...row, id: String(row.id).toUpperCase() })
    expect(read.ok && read.value.id).toBe(row.id)
  })
})

describe('an error body', () => {
  test.each([
    [{ errorCode: 4009, message: null, errors: null, details: null, key: null, traceId: null }, '4009'],
    [{ ErrorCode: '4004', Message: 'x' }, '4004'],
    [{ errorCode: 4009, message: 7, errors: 'no list' }, '4009'],
  ])('keeps its code: %j', (given, code) => {
    const read = parseReply(ErrorBody, given)
    expect(read.ok && String(read.value.errorCode)).toBe(code)
  })

  test('keeps the things a 4100 names, without those that have no id', () => {
    const errors = [
      { entityId: 'a', message: null, details: null },
      { entityId: null },
      { entityId: 'b', details: { type: null } },
    ]
    const read = parseReply(ErrorBody, { errorCode: 4100, errors })
    expect(read.ok && (read.value.errors as { entityId: string }[]).map(({ entityId }) => entityId)).toEqual(['a', 'b'])
  })
})

test('an unknown total is not a number of any kind', () => {
  const read = parseReply(site.findDevices.reply, { data: [], totalCount: null })
  expect(read.ok && read.value.totalCount).toBeNaN()
})
