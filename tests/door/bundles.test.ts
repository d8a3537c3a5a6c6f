/** The bundles of the build: source maps that lead back to the line that was written, and text in ASCII. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const bundles = {
  'build/server/index.js': [
    'function createDoor(',
    'function startStore(',
    'function matchRoutesImpl(',
    'function lazyStream(',
  ],
  'build/services/main.js': ['function unpackController(', 'function createWorld('],
  'build/commands/supervise.js': ['function supervise('],
}

describe.each(Object.entries(bundles))('%s', (bundle, names) => {
  const lines = readFileSync(bundle, 'utf8').split('\n')
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')))

  test.each(names)('maps “%s” to the line that declares it', (name) => {
    const line = lines.findIndex((one) => one.includes(name))
    const entry = map.findEntry(line, lines[line]?.indexOf(name) ?? 0)
    expect(entry).toHaveProperty('originalSource')
    const { originalSource, originalLine } = entry as { originalSource: string; originalLine: number }
    const source = readFileSync(join(dirname(bundle), originalSource), 'utf8').split('\n')
    expect(source[originalLine]).toContain(name)
  })
})

test('the server’s bundle holds no character that would double its size in memory', () => {
  const lines = readFileSync('build/server/index.js', 'utf8').split('\n')
  expect(lines.filter((line) => /[\u0080-\uffff]/.test(line))).toEqual([])
})
