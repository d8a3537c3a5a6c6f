/**
 * R9, of the console: no request of any size the door admits costs the event loop more than 250 ms, whatever it is filled
 * with: every form, of somebody signed in and of a stranger, and the query of every page, generated from the table of
 * changes and the table of addresses. Figure: requests, the longest stretch of the event loop of console and services.
 *
 * On every run each form and every fourth page are met once, with one of the worst texts by turns and in small; in full
 * with each of them at the largest size, where the stretch itself is judged, which takes a machine that does nothing else.
 *
 * Seen to fail: with names compared after `normalize` (376 ms for marks in the wrong order), with tables read without a
 * bound on their lines (700 ms), and with forms of 512 KiB of quotation marks that came back in a page (190 to 360 ms).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import { routeNames } from '../harness/every-route'
import type { Visitor } from '../harness/visitor'
import { sourcesIn } from '../house/sources'
import { isFull, size, tell } from './size'
import { type Everybody, everybody } from './whose'
import { type Costs, judge, ownCost, textByTurns, worstNames } from './worst'

let product: Console
let all: Everybody
let amelie: Visitor
let stranger: Visitor
let requests = 0
let longest = { ms: 0, of: '' }

beforeAll(async () => {
  product = await startTestConsole({ hasMeteredLoop: true })
  all = await everybody(product)
  amelie = all.visitors.amelie
  stranger = product.visitor()
})
afterAll(async () => {
  await product.close()
  tell(
    'R9',
    `${requests} requests to the console, the longest stretch of a loop ${Math.round(longest.ms)} ms (${longest.of})`,
  )
})

/** Bytes of a body: the door takes 512 KiB of a form, with a file or without, and 256 KiB of a stranger's with a file. */
const formBytes = size({ smoke: 200_000, full: 510_000 })
/** Characters of a query as it is written; the door takes 8,000. */
const queryCharacters = 7_900

/** Sends a request, and returns what it cost either process. */
async function costsOf(ask: () => Promise<Response>): Promise<Costs> {
  await product.cost()
  ownCost()
  const answer = await ask()
  await answer.arrayBuffer()
  requests += 1
  return { status: answer.status, costs: [await product.cost(), ownCost()] }
}

interface Case {
  name: string
  /** One of the worst texts. */
  text: string
  send: (text: (characters: number) => string) => Promise<Response>
}

/** Sends each, one after the other; returns those that cost too much. */
async function problemsOf(cases: readonly Case[]): Promise<string[]> {
  const problems: string[] = []
  for (const { name, text, send } of cases) {
    const { problem, longestMs } = await judge((letters) => costsOf(() => send(letters)), text)
    if (longestMs > longest.ms) longest = { ms: longestMs, of: `${name}, ${text}` }
    if (problem !== null) problems.push(`${name}, ${text}: ${problem}`)
  }
  return problems
}

type Pairs = readonly (readonly [string, string])[]

/** A form as few bytes say it: a browser escapes more. */
function encoded(pairs: Pairs): Buffer {
  const written = (text: string) => text.replace(/[%&+=]/g, encodeURIComponent).replaceAll(' ', '+')
  return Buffer.from(pairs.map(([name, value]) => `${written(name)}=${written(value)}`).join('&'))
}

/** As much of a text as so many bytes say. */
function inBytes(text: (characters: number) => string, bytes: number): string {
  const sample = text(1_000)
  return text(Math.floor((bytes * sample.length) / (encoded([['', sample]]).length - 1)))
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (visitor: Visitor, address: string, pairs: Pairs) =>
  visitor.raw('POST', address, { body: new Uint8Array(encoded(pairs)), headers: form })

const campus = {
  customerId: customerIdOf('CUS1004'),
  groupId: seedId('group', 'Montcalm campuses'),
  siteId: siteIdOf(41),
}
const key = () => 'k'.repeat(36)

type Text = (characters: number) => string

/** Forms that are large in other ways than by one long field; `first` is a field of theirs. */
const shapes: Record<string, (first: string, text: Text) => Pairs> = {
  'many values of a field': (first, text) => many(1_900, () => first, text),
  'many rows of a list': (first, text) => many(1_000, (at) => `${first}[${at}]`, text),
  'many rows inside rows': (_, text) => many(1_000, (at) => `property[${at}].value`, text),
  'many fields': (_, text) => many(1_900, (at) => `field${at}`, text),
  'deep names': (_, text) => many(200, (at) => `${'a.'.repeat(90)}${at}`, text),
  'what was there before': (first, text) => [
    ['_was', held(first, text)],
    ['_version', 'x'],
  ],
  'what is there now': (first, text) => [
    ['_was', held(first, text)],
    ['_theirs', held(first, text)],
    ['_version', 'x'],
  ],
  'rows of the plan': (_, text) => [['_rows', inBytes(text, formBytes)]],
  'rows chosen': (_, text) => [['_only', inBytes(text, formBytes)]],
}
const shapeNames = Object.keys(shapes)

function many(count: number, name: (at: number) => string, text: Text): Pairs {
  const each = inBytes(text, Math.max(1, formBytes / count - 30))
  return Array.from({ length: count }, (_, at) => [name(at), each])
}

/** The values of a form as it carries them: as much as is read of it. */
const held = (name: string, text: Text) => {
  const each = inBytes(text, 20)
  return JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`${name}${at}`, [each]])))
}

/** The cases of a form: its own fields one by one, all of them at once, and the shapes. */
function casesOf(row: number, visitor: Visitor, who: string): Case[] {
  const name = changesAsked[row] as (typeof changesAsked)[number]
  const { address, fields, isDirect } = askedChange(name)
  const at = address({ ...campus, tenantId: all.tenantId })
  const own = Object.keys(fields)
  // What the first post does is not done without a key.
  const rest: Pairs = [['_stage', isDirect ? 'apply' : 'plan'], ...(isDirect ? [] : [['_key', key()] as const])]
  const filled = (given: Pairs): Pairs => {
    const names = given.map(([field]) => field)
    return [...Object.entries(fields).filter(([field]) => !names.includes(field)), ...given, ...rest]
  }
  const inField = (field: string, text: string): Case => ({
    name: `${name} of ${who}, ${field}`,
    text,
    send: (letters) => post(visitor, at, filled([[field, inBytes(letters, formBytes)]])),
  })
  const inAll = (text: string): Case => ({
    name: `${name} of ${who}, all fields`,
    text,
    send: (letters) =>
      post(visitor, at, [...own.map((field) => [field, inBytes(letters, formBytes / own.length)] as const), ...rest]),
  })
  const inShape = (shape: string, text: string): Case => ({
    name: `${name} of ${who}, ${shape}`,
    text,
    send: (letters) => post(visitor, at, filled(shapes[shape]?.(own[0]?.replace(/\[.*/, '') ?? 'name', letters) ?? [])),
  })
  if (isFull)
    return worstNames.flatMap((text, turn) => [
      inField(own[(row + turn) % own.length] ?? 'reason', text),
      (row + turn) % 2 ? inAll(text) : inShape(shapeNames[((row + turn) >> 1) % shapeNames.length] as string, text),
    ])
  const text = textByTurns(row * 5 + 3)
  return row % 3 === 0
    ? [inField(own[row % own.length] ?? 'reason', text)]
    : row % 3 === 1
      ? [inAll(text)]
      : [inShape(shapeNames[(row * 2) % shapeNames.length] as string, text)]
}

const rows = changesAsked.map((_, row) => row)

describe('a form', () => {
  test('costs no more than harmless letters, whatever somebody fills it with', async () => {
    expect(await problemsOf(rows.flatMap((row) => casesOf(row, amelie, 'amelie')))).toEqual([])
  }, 3_600_000)

  test('costs a stranger’s post no more either', async () => {
    const some = rows.filter((row) => isFull || row % 8 === 3)
    expect(await problemsOf(some.flatMap((row) => casesOf(row, stranger, 'a stranger')))).toEqual([])
  }, 3_600_000)
})

/** What files and texts of a form with a file hold; a file for the form of sites is taken in as text. */
const withFile: Record<
  string,
  { name: 'site.build' | 'graphics.upload' | 'device.upload'; file: string; field: string }
> = {
  'a file of sites': { name: 'site.build', file: 'csv', field: 'reason' },
  'a file of controllers': { name: 'device.upload', file: 'file', field: 'reason' },
  'a file of graphics': { name: 'graphics.upload', file: 'file', field: 'reason' },
}

describe.each(Object.keys(withFile))('%s', (kind) => {
  const { name, file, field } = withFile[kind] as (typeof withFile)[string]
  const fileBytes = size({ smoke: 300_000, full: 990_000 })
  const textBytes = 500_000
  const address = () => askedChange(name).address({ ...campus, tenantId: all.tenantId })
  const send = (visitor: Visitor, parts: { text?: string; content?: string; fileName?: string }) => {
    const body = new FormData()
    for (const [own, value] of Object.entries(askedChange(name).fields))
      if (own !== file) body.append(own, own === field && parts.text !== undefined ? parts.text : value)
    body.append('_stage', 'plan')
    body.append(file, new File([parts.content ?? 'a'], parts.fileName ?? 'a.csv'))
    return visitor.raw('POST', address(), { body })
  }
  const texts = () =>
    isFull ? worstNames : worstNames.filter((_, at) => at % 4 === Object.keys(withFile).indexOf(kind))

  test('costs no more than harmless letters in its content, its name and the texts beside it', async () => {
    const cases = texts().flatMap((text): Case[] => [
      { name: `${kind}, its content`, text, send: (letters) => send(amelie, { content: inBytes(letters, fileBytes) }) },
      { name: `${kind}, beside it`, text, send: (letters) => send(amelie, { text: inBytes(letters, textBytes) }) },
      { name: `${kind}, its name`, text, send: (letters) => send(amelie, { fileName: letters(60_000) }) },
      { name: `${kind}, of a stranger`, text, send: (letters) => send(stranger, { text: inBytes(letters, 250_000) }) },
    ])
    expect(await problemsOf(isFull ? cases : cases.filter((_, at) => at % 3 === 0))).toEqual([])
  }, 3_600_000)
})

test('a table of 300 KB of empty lines costs no more than letters, pasted or as a file', async () => {
  const address = askedChange('site.build').address({ ...campus, tenantId: all.tenantId })
  const lines = (letters: Text) => `Site,Building,Floor,Space\n${letters(300_000)}`
  const cases = ['line ends', 'blanks and line ends', 'separators', 'quotes of CSV', 'quotes'].flatMap(
    (text): Case[] => [
      {
        name: 'pasted',
        text,
        send: (letters) =>
          post(amelie, address, [
            ['rows', lines(letters)],
            ['reason', 'x'],
            ['_stage', 'plan'],
          ]),
      },
      {
        name: 'as a file',
        text,
        send: (letters) => {
          const body = new FormData()
          body.append('reason', 'x')
          body.append('_stage', 'plan')
          body.append('csv', new File([lines(letters)], 'sites.csv'))
          return amelie.raw('POST', address, { body })
        },
      },
    ],
  )
  expect(await problemsOf(cases)).toEqual([])
}, 600_000)

/** Every word that the console reads of a query: where it asks for one by name, and the fields of its lists. */
function wordsOfQueries(): string[] {
  const words = sourcesIn('app').flatMap(({ text }) => [
    ...[...text.matchAll(/\.(?:get|getAll|has)\('(\w{1,30})'\)/g)].map(([, word]) => word ?? ''),
    ...[...text.matchAll(/^ {2}(\w+): \{ ?(?:\n {4})?kind: '(?:words|day|moment|choice|carried)'/gm)].map(
      ([, word]) => word ?? '',
    ),
  ])
  return [...new Set(words)].sort()
}

/** A query of as many characters as the door takes: each of the words has its share. */
function queryOf(words: readonly string[], text: Text): string {
  const share = Math.floor(queryCharacters / words.length) - 12
  return words
    .map((word) => {
      let characters = share
      let value = ''
      do {
        value = new URLSearchParams({ [word]: text(characters) }).toString()
        characters = Math.floor(characters * 0.8)
      } while (value.length > share + 12 && characters > 0)
      return value
    })
    .join('&')
    .slice(0, queryCharacters)
    .replace(/%.?$/, '')
}

test('the query of a page costs no more than harmless letters, whatever somebody fills it with', async () => {
  const words = wordsOfQueries()
  expect(words.length).toBeGreaterThan(60)
  const addresses = routeNames.flatMap((name) => {
    const found = all.ask(name, 'amelie', 'another customer') ?? all.ask(name, 'amelie', 'own')
    return found && found.refusal !== 404 ? [{ name, address: found.address }] : []
  })
  expect(addresses.length).toBeGreaterThan(150)
  const casesAt = (row: number, text: string, turn: number): Case => {
    const { name, address } = addresses[row] as (typeof addresses)[number]
    // All words at once, or the one that most lists search by.
    const asked = turn % 2 ? words : [name === 'search' || turn % 4 ? 'q' : 'search']
    return {
      name: `${name}?${asked.length > 1 ? 'everything' : asked[0]}`,
      text,
      send: (letters) => amelie.raw('GET', `${address}?${queryOf(asked, letters)}`),
    }
  }
  const cases = isFull
    ? addresses.flatMap((_, row) => worstNames.map((text, turn) => casesAt(row, text, row + turn)))
    : addresses.flatMap((_, row) => (row % 4 === 1 ? [casesAt(row, textByTurns(row), (row - 1) / 4)] : []))
  expect(await problemsOf(cases)).toEqual([])
}, 3_600_000)

test('what a stranger sends to the pages of sign-in costs no more than harmless letters', async () => {
  const asked = await stranger.get('/login/start')
  const provider = asked.root.querySelector('form')?.getAttribute('action') ?? ''
  expect(provider).toMatch(/^\/identity\//)
  const texts = isFull ? worstNames : worstNames.filter((_, at) => at % 6 === 0)
  const cases = texts.flatMap((text): Case[] => [
    {
      name: 'login',
      text,
      send: (letters) => stranger.raw('GET', `/login?${queryOf(['returnTo', 'lng', 'error', 'tenant'], letters)}`),
    },
    {
      name: 'callback',
      text,
      send: (letters) => stranger.raw('GET', `/login/callback?${queryOf(['code', 'state', 'iss', 'error'], letters)}`),
    },
    {
      name: 'the form of the provider',
      text,
      send: (letters) =>
        post(stranger, provider, [
          ['login', inBytes(letters, formBytes / 2)],
          ['password', inBytes(letters, formBytes / 2)],
        ]),
    },
  ])
  expect(await problemsOf(cases)).toEqual([])
}, 3_600_000)
