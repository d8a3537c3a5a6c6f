/** The bundles of the build: source maps that lead back to the line that was written, and text in ASCII. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesIn } from '../house/sources'

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
  const files = filesIn('build/server', /\.js$/)
  expect(files.length).toBeGreaterThan(1)
  expect(files.filter((file) => /[\u0080-\uffff]/.test(readFileSync(file, 'utf8')))).toEqual([])
})
