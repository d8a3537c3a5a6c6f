/** Names: one exported type name stands for one thing, and words of the field are used. */
import { expect, test } from 'vitest'
import { sourcesIn } from './sources'

const sources = sourcesIn('app', 'services')

/** What Remix, the dictionaries and the parts of a service each export by the same name. */
const everyModuleHas = new Set([
  'loader',
  'action',
  'handle',
  'meta',
  'headers',
  'ErrorBoundary',
  'schema',
  'handlers',
  'register',
])

/** Returns the files that declare each name which an expression finds, in one program or both. */
function declarations(expression: RegExp, program = ''): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { path, text } of sources.filter((source) => source.path.startsWith(program)))
    for (const name of new Set([...text.matchAll(expression)].map((match) => match[1] ?? '')))
      files.set(name, [...(files.get(name) ?? []), path])
  return files
}

test('no exported type name stands for two things', () => {
  const types = declarations(/^export (?:declare )?(?:interface|type|class|abstract class) (\w+)/gm)
  expect([...types].filter(([, files]) => files.length > 1)).toEqual([])
})

test.each(['app', 'services'])('no exported function of %s stands for two things', (program) => {
  const functions = declarations(/^export (?:async )?(?:function\*? |const )(\w+)/gm, program)
  expect([...functions].filter(([name, files]) => files.length > 1 && !everyModuleHas.has(name))).toEqual([])
})

test('no exported name is a participle that says nothing of the thing', () => {
  const names = declarations(/^export (?:async )?(?:interface|type|class|function|const) (\w+)/gm)
  const vague = ['told', 'made', 'asked', 'found', 'shown', 'standing', 'sought', 'came', 'said', 'arrival', 'gathered']
  expect([...names.keys()].filter((name) => vague.includes(name.toLowerCase()))).toEqual([])
})
