/**
 * R9, of the services: no call costs the event loop more than 250 ms, whatever its query and its body are filled with:
 * every call, its parameters and its body generated from the contracts that the OpenAPI documents are made of. None is
 * answered with 500, words that are too long among them. Figure: calls, the longest stretch.
 *
 * On every run each call is made with one of the worst texts by turns and in small; in full with each at the largest size.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyEndpoint, basePaths } from '../../services/contracts/endpoint'
import { bodyAt, calls, type Ids, idsIn, pathAt, queryAt } from '../harness/every-call'
import { type Services, startTestServices } from '../harness/services'
import { isFull, size, tell } from './size'
import { type Costs, judge, ownCost, textByTurns, worstNames } from './worst'

let services: Services
let ids: Ids
let token: string
let made = 0
let longest = { ms: 0, of: '' }

beforeAll(async () => {
  services = await startTestServices()
  ids = idsIn(services, 'CUS1004')
  token = await services.tokenFor('marcus')
})
afterAll(async () => {
  await services.close()
  tell(
    'R9',
    `${made} calls of the services, the longest stretch of the loop ${Math.round(longest.ms)} ms (${longest.of})`,
  )
})

/** The services take 2 MB of JSON, and Node 16 KB of headers with the address in them. */
const bodyBytes = size({ smoke: 300_000, full: 2_000_000 })
const queryCharacters = 12_000

type Text = (characters: number) => string

interface JsonSchema {
  type?: string | string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
}

/** What takes the place of texts, how many rows a list has, and how many names a map. */
interface Filling {
  text: () => string
  rows: number
}

const maxDepth = 5

/** A body with every member that a schema names. */
function filled(schema: JsonSchema, filling: Filling, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const choice = choices.find(({ type }) => type === 'object' || type === 'array' || type === 'string') ?? choices[0]
  if (choice) return filled(choice, filling, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return 1
  if (type !== 'array' && type !== 'object') return filling.text()
  if (depth === maxDepth) return null
  if (type === 'array') {
    const row = filled(schema.items ?? {}, { ...filling, rows: 1 }, depth + 1)
    return Array.from({ length: filling.rows }, () => row)
  }
  const named = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, filled(inner, filling, depth + 1)] as const,
  )
  const { additionalProperties: more } = schema
  const others =
    typeof more === 'object' && named.length === 0
      ? Array.from(
          { length: filling.rows },
          (_, at) => [`name${at}`, filled(more, { ...filling, rows: 1 }, depth + 1)] as const,
        )
      : []
  return Object.fromEntries([...named, ...others])
}

const schemaOf = (call: AnyEndpoint) =>
  z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema

/** As much of a text as so many bytes of JSON say. */
function inBytes(text: Text, bytes: number): string {
  const sample = text(1_000)
  return text(Math.floor((Math.max(1, bytes) * sample.length) / Buffer.byteLength(JSON.stringify(sample))))
}

/** The members of a body and of what is in it that hold a text, by their way down. */
function textsIn(value: unknown, way: string[] = []): string[][] {
  if (typeof value === 'string') return [way]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...way, name]))
}

/** A copy of a body with something else at the end of a way. */
function withAt(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const own = body as Record<string, unknown>
  const inner = withAt(own[name], rest, value)
  return Array.isArray(body) ? body.map((one, at) => (String(at) === name ? inner : one)) : { ...own, [name]: inner }
}

/** Bodies that are large, each in another way; as text, because not each is what JSON.stringify could write. */
const shapes: Record<string, (call: AnyEndpoint, text: Text, turn: number) => string> = {
  'every text': (call, text) => {
    const schema = schemaOf(call)
    const empty = filled(schema, { text: () => '', rows: 1 })
    const each = inBytes(text, (bodyBytes * 0.9) / Math.max(1, textsIn(empty).length))
    return JSON.stringify(filled(schema, { text: () => each, rows: 1 }))
  },
  'one text': (call, text, turn) => {
    const body = bodyAt(call, ids)
    const ways = textsIn(body)
    return JSON.stringify(withAt(body, ways[turn % ways.length] ?? [], inBytes(text, bodyBytes)))
  },
  'rows and names': (call, text) => {
    const schema = schemaOf(call)
    const short = inBytes(text, 30)
    const one = JSON.stringify(filled(schema, { text: () => short, rows: 1 })).length
    return JSON.stringify(filled(schema, { text: () => short, rows: Math.floor(bodyBytes / Math.max(40, one)) + 1 }))
  },
  'the same thing again and again': (call) => {
    const body = bodyAt(call, ids)
    const many = (value: unknown): unknown => {
      if (Array.isArray(value)) {
        const each = JSON.stringify(value[0] ?? ids.device).length + 1
        return Array.from({ length: Math.floor(bodyBytes / each) - 10 }, () => value[0] ?? ids.device)
      }
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, many(inner)]))
    }
    return JSON.stringify(many(body))
  },
  'members nobody knows': (call, text) => {
    const each = JSON.stringify(inBytes(text, 30))
    const more = Array.from({ length: Math.floor(bodyBytes / 60) }, (_, at) => `"member${at}":${each}`).join(',')
    return withMember(bodyAt(call, ids), more)
  },
  'lists in lists': (call) => {
    const depth = Math.floor(bodyBytes / 2) - 1_000
    return withMember(bodyAt(call, ids), `"x":${'['.repeat(depth)}${']'.repeat(depth)}`)
  },
  'objects in objects': (call) => {
    const depth = Math.floor(bodyBytes / 6) - 1_000
    return withMember(bodyAt(call, ids), `"x":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  },
  'no JSON': (_, text) => inBytes(text, bodyBytes),
}
const shapeNames = Object.keys(shapes)

/** A body with one member more; a list in place of one that is a list. */
function withMember(body: unknown, member: string): string {
  if (Array.isArray(body)) return `[{${member}}]`
  const own = JSON.stringify(body)
  return own === '{}' ? `{${member}}` : `${own.slice(0, -1)},${member}}`
}

const withBody = calls.filter((call) => call.body && !call.upload)

async function costsOf(call: AnyEndpoint, address: string, body?: string): Promise<Costs> {
  const bytes = body === undefined ? undefined : Buffer.from(body)
  ownCost()
  const answer = await fetch(services.origin(call.service) + basePaths[call.service] + address, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      connection: 'close',
      ...(bytes && { 'content-type': 'application/json' }),
      ...(call.effect === 'write' && { 'idempotency-key': `r9-${made}` }),
    },
    body: bytes,
  })
  await answer.arrayBuffer()
  const cost = ownCost()
  made += 1
  return { status: answer.status, costs: [cost] }
}

async function problemOf(name: string, text: string, send: (letters: Text) => Promise<Costs>): Promise<string[]> {
  const { problem, longestMs } = await judge(send, text)
  if (longestMs > longest.ms) longest = { ms: longestMs, of: `${name}, ${text}` }
  return problem === null ? [] : [`${name}, ${text}: ${problem}`]
}

/** Shapes that have no text in them. */
const bare = ['the same thing again and again', 'lists in lists', 'objects in objects']

/** On every run one shape with one text; in full each text in three shapes, and each shape without one. */
function turnsOf(row: number): { shape: string; text: string; turn: number }[] {
  const turnAt = (turn: number) => ({
    shape: shapeNames[(row + turn) % shapeNames.length] as string,
    text: textByTurns(row * 3 + turn),
    turn,
  })
  if (!isFull) return [turnAt(0)]
  return [
    ...worstNames.flatMap((text, turn) =>
      ['every text', 'one text', turnAt(turn).shape]
        .filter((shape) => !bare.includes(shape))
        .map((shape) => ({ shape, text, turn })),
    ),
    ...bare.map((shape) => ({ shape, text: 'one letter', turn: 0 })),
  ]
}

test('a body of any call costs no more than harmless letters, whatever it is filled with, and is no 500', async () => {
  expect(withBody.length).toBeGreaterThan(60)
  const problems: string[] = []
  for (const [row, call] of withBody.entries()) {
    const address = pathAt(call, ids) + queryAt(call, ids)
    for (const { shape, text, turn } of turnsOf(row)) {
      const body = (letters: Text) => shapes[shape]?.(call, letters, row + turn)
      problems.push(
        ...(await problemOf(`${call.service} ${call.line}, ${shape}`, text, (letters) =>
          costsOf(call, address, body(letters)),
        )),
      )
    }
    // What was deleted is what the next call is about.
    if (isFull || call.method === 'DELETE') await services.reset()
  }
  expect(problems).toEqual([])
}, 7_200_000)

/** The parameters of a call's query. */
const parametersOf = ({ query }: AnyEndpoint) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {})

/** Words that are written so long that they fill what an address may have. */
function inQuery(text: Text, characters: number): string {
  let length = characters
  let written = ''
  do {
    written = new URLSearchParams({ '': text(length) }).toString().slice(1)
    length = Math.floor(length * 0.8)
  } while (written.length > characters && length > 0)
  return written
}

test('a query of any call costs no more than harmless letters, and is no 500', async () => {
  const withQuery = calls.filter((call) => parametersOf(call).length > 0)
  expect(withQuery.length).toBeGreaterThan(40)
  const problems: string[] = []
  for (const [row, call] of withQuery.entries()) {
    const names = parametersOf(call)
    const path = pathAt(call, ids)
    const wordsIn = names.filter((name) => name === 'search' || name === 'q')
    const some = isFull
      ? worstNames.flatMap((text) => names.map((name) => ({ text, asked: [name] })))
      : [{ text: textByTurns(row), asked: [wordsIn[0] ?? (names[row % names.length] as string)] }]
    for (const { text, asked } of [...some, { text: textByTurns(row + 7), asked: names }])
      for (const characters of [queryCharacters / asked.length, 200])
        problems.push(
          ...(await problemOf(
            `${call.service} ${call.line}?${asked.join('&')} ${characters}`,
            text,
            async (letters) => {
              const query = asked.map((name) => `${name}=${inQuery(letters, Math.floor(characters) - name.length - 2)}`)
              return costsOf(call, `${path}?${query.join('&')}`, bodyOf(call))
            },
          )),
        )
    if (call.effect === 'write') await services.reset()
  }
  expect(problems).toEqual([])
}, 7_200_000)

const bodyOf = (call: AnyEndpoint) => (call.body && !call.upload ? JSON.stringify(bodyAt(call, ids)) : undefined)
