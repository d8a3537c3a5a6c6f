/** Every regular expression takes time that grows with the length of its text only, whatever the text. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { paths } from '../../app/paths'
import { collect, type Pattern, patternsIn } from './patterns'
import { sourcesIn } from './sources'

const cache = 'node_modules/.cache/patterns.json'

/** Files whose `RegExp` is computed, and what from: each has its patterns below or bounds its text. */
const computed: Record<string, string> = {
  'app/domain/onboarding.ts': 'a pattern of the product service, for 100 characters at most',
  'app/door/pattern-of.ts': 'from the paths',
  'app/paths.ts': 'from the paths',
  'app/features/import/forms.server.ts': 'a pattern of the product service, for 100 characters at most',
  'app/features/configuration/save-and-send.server.ts': 'from the paths',
  'app/kit/list/list-address.ts': 'from the paths',
  'app/ui/time-zone.server.ts': 'a name of two in a pattern that is checked below',
  'app/usage/page-names.ts': 'from the paths',
  'public/enhance.js': 'names of our own in a pattern that is checked below',
  'services/kit/serve.ts': 'from the paths of the contracts',
  'services/site/devices/new-device.ts': 'a pattern of the seed, for 100 characters at most',
}

/** Patterns as those files compute them. */
const examples: Pattern[] = [
  ...Object.values(paths)
    .sort((one, other) => other.length - one.length)
    .slice(0, 5)
    .flatMap((path) => [
      `^${path.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`,
      `^${path.replace(/:(\w+)/g, '(?<$1>[A-Za-z0-9._~%-]{1,200})')}$`,
    ])
    .map((source) => ({ at: 'a path', source, flags: '' })),
  { at: 'app/ui/time-zone.server.ts', source: '(?:^|;\\s*)zone=([A-Za-z0-9_+%/-]{1,80})(?:;|$)', flags: '' },
  { at: 'public/enhance.js', source: '(?:^|; )zone=([^;]*)', flags: '' },
]

/**
 * Returns the verdicts on patterns, by `/source/flags`: `safe` for linear ones, which are kept for the next run. Any other
 * verdict depends on how long the checker may look, so that it is reached again each time.
 */
async function statuses(patterns: readonly Pattern[]): Promise<Record<string, string>> {
  const kept: Record<string, string> = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {}
  const known = Object.fromEntries(Object.entries(kept).filter(([, status]) => status === 'safe'))
  const open = new Map(patterns.map((one) => [keyOf(one), one]))
  for (const key of Object.keys(known)) open.delete(key)
  const queue = [...open]
  const judge = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [key, { source, flags }] = next
      const { status } = isPlainlyLinear(next[1]) ? { status: 'safe' } : await check(source, flags, { timeout: 20_000 })
      known[key] = status
    }
  }
  await Promise.all(Array.from({ length: 3 }, judge))
  // A busy machine may leave no verdict, or a wrong one: whatever is not safe is looked at once more, by itself.
  for (const [key, { source, flags }] of open)
    if (known[key] !== 'safe') known[key] = (await check(source, flags, { timeout: 60_000 })).status
  mkdirSync(dirname(cache), { recursive: true })
  if (open.size > 0) writeFileSync(cache, JSON.stringify(known))
  return known
}

/**
 * Whether a pattern needs no checker: without repetition, or anchored with a single repeated character. Every other one
 * is left to the checker.
 */
function isPlainlyLinear({ source, flags }: Pattern): boolean {
  if (/\\[1-9k]/.test(source)) return false
  const atoms = source.replace(/\\(?:[pPu]\{[^}]*\}|.)/g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const repetitions = atoms.match(/.?[*+{]/g) ?? []
  if (repetitions.length === 0) return true
  const isAnchored = atoms.startsWith('^') && !atoms.includes('|') && !/[mv]/.test(flags)
  return isAnchored && repetitions.length === 1 && !repetitions[0]?.startsWith(')')
}

const keyOf = ({ source, flags }: Pattern) => `/${source}/${flags}`

/** Those that are not linear. */
async function superLinear(patterns: readonly Pattern[]): Promise<string[]> {
  const known = await statuses(patterns)
  return patterns.filter((one) => known[keyOf(one)] !== 'safe').map((one) => `${one.at} ${keyOf(one)}`)
}

test('no regular expression takes more than linear time', async () => {
  const { patterns, computed: found } = patternsIn('app', 'services', 'server.ts', 'public')
  expect([...new Set(found)].sort()).toEqual(Object.keys(computed).sort())
  expect(patterns.length).toBeGreaterThan(300)
  expect(await superLinear([...patterns, ...examples])).toEqual([])
})

test('text is normalized in two functions, which bound what it costs', () => {
  const users = sourcesIn('app', 'services').filter(({ text }) => /\.normalize\(['"`]/.test(text))
  expect(users.map(({ path }) => path)).toEqual(['services/contracts/fold.ts', 'services/contracts/plain-text.ts'])
})

test('a regular expression that takes more is found, written or computed', async () => {
  const found = { patterns: [] as Pattern[], computed: [] as string[] }
  const text = [
    'const blanks = /\\s+$/',
    "const end = '\\\\d+$'",
    'const digits = new RegExp(`^\\\\d+${end}`)',
    'const words = /^\\w+$/',
    'const own = new RegExp(typed)',
  ]
  collect('bad.ts', text.join('\n'), found)
  expect(found.computed).toEqual(['bad.ts'])
  const wrong = await superLinear(found.patterns)
  expect(wrong.map((line) => line.split(' ')[0])).toEqual(['bad.ts:1', 'bad.ts:3'])
})
