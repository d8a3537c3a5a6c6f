/** Style sheets: short enough to read, each imported once, and no rule for a class that no page has. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn, sourcesIn } from './sources'

const maxLines = 300
const sheets = filesIn('app', /\.css$/)
const markup = sourcesIn('app')
  .filter(({ path }) => !/^app\/i18n\/(?:en|fr)\//.test(path))
  .map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, ''))
  .join('\n')
const words = new Set(markup.match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g)?.flatMap((text) => text.match(/[\w-]+/g) ?? []))

test('no style sheet is longer than a person reads at once', () => {
  const long = sheets.filter((sheet) => readFileSync(sheet, 'utf8').split('\n').length > maxLines)
  expect(long).toEqual([])
})

test('every style sheet is imported once, by the one that the root imports', () => {
  const imports = readFileSync('app/tailwind.css', 'utf8').matchAll(/@import "(\.[^"]+)"/g)
  const imported = [...imports].map(([, path = '']) => join(dirname('app/tailwind.css'), path))
  expect(imported.sort()).toEqual(sheets.filter((sheet) => sheet !== 'app/tailwind.css').sort())
})

test('every class and id of a rule is in the markup', () => {
  const unused = sheets.flatMap((sheet) =>
    namesIn(readFileSync(sheet, 'utf8'))
      .filter((name) => !isInMarkup(name))
      .map((name) => `${sheet}: ${name}`),
  )
  expect(unused).toEqual([])
})

/** Returns the classes and ids of the selectors of a sheet. */
function namesIn(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? []
  const names = selectors
    .filter((selector) => !selector.trim().startsWith('@'))
    .flatMap((selector) => [...selector.replace(/"[^"]*"/g, '').matchAll(/[.#](-?[a-z_][\w-]*)/gi)])
  return [...new Set(names.map(([, name = '']) => name))]
}

/** A name of a series ends with a number, which the markup computes: `s0` is written as `s${…}`. */
function isInMarkup(name: string): boolean {
  return words.has(name) || markup.includes(`${name.replace(/\d+$/, '')}\${`)
}
