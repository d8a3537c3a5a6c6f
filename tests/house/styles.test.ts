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
const root = readFileSync('app/tailwind.css', 'utf8')
const words = new Set(markup.match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g)?.flatMap((text) => text.match(/[\w-]+/g) ?? []))

test('no style sheet is longer than a person reads at once', () => {
  const long = sheets.filter((sheet) => readFileSync(sheet, 'utf8').split('\n').length > maxLines)
  expect(long).toEqual([])
})

test('every style sheet is imported: once by another, or by the modules that draw with it', () => {
  const modules = sourcesIn('app')
  const byModules = new Set(modules.flatMap(({ path, text }) => sheetsIn(path, text, /^import '([^']+\.css)'$/gm)))
  const bySheets = sheets.flatMap((sheet) => sheetsIn(sheet, readFileSync(sheet, 'utf8'), /@import "(\.[^"]+)"/g))
  expect([...byModules, ...bySheets].sort()).toEqual([...sheets].sort())
})

test('what has a class of a sheet that few pages load imports it, or is drawn by what does', () => {
  const modules = sourcesIn('app')
  const nameOf = (path: string) => path.replace(/(\/index)?\.tsx?$/, '')
  const byName = new Map(modules.map((one) => [nameOf(one.path), one]))
  const own = new Map(
    modules.map(({ path, text }) => [nameOf(path), sheetsIn(path, text, /^import '([^']+\.css)'$/gm)]),
  )
  const around = new Set(sheetsIn('app/tailwind.css', root, /@import "(\.[^"]+)"/g).flatMap(leading))
  const further = [...new Set([...own.values()].flat())].filter((sheet) => sheet !== 'app/tailwind.css')
  const classes = new Map(
    further.map((sheet) => {
      const inner = sheetsIn(sheet, readFileSync(sheet, 'utf8'), /@import "(\.[^"]+)"/g)
      return [sheet, new Set([sheet, ...inner].flatMap(leading))]
    }),
  )
  const isOnly = (name: string) => [...classes.values()].filter((names) => names.has(name)).length === 1

  function hasSheet(name: string, sheet: string, seen: Set<string>): boolean {
    if (seen.has(name)) return false
    seen.add(name)
    return own.get(name)?.includes(sheet) || (byName.get(name)?.imports ?? []).some((to) => hasSheet(to, sheet, seen))
  }
  function isDrawnWith(name: string, sheet: string): boolean {
    if (hasSheet(name, sheet, new Set())) return true
    const users = modules.filter(({ imports }) => imports.includes(name)).map(({ path }) => nameOf(path))
    return users.length > 0 && users.every((user) => isDrawnWith(user, sheet))
  }

  const missing = further.flatMap((sheet) => {
    const names = [...(classes.get(sheet) ?? [])].filter(
      (one) => isOnly(one) && !around.has(one) && !alsoParts.has(one),
    )
    return modules.flatMap(({ path, text }) => {
      const drawn: string[] = (text.match(/className=(?:"[^"]*"|\{[^}]*\})/g) ?? []).join(' ').match(/[\w-]+/g) ?? []
      const named = names.filter((name) => drawn.includes(name))
      return named.length > 0 && !isDrawnWith(nameOf(path), sheet) ? [`${path}: ${named.join(' ')} of ${sheet}`] : []
    })
  })
  expect(further.length).toBeGreaterThan(5)
  expect(missing).toEqual([])
})

/** Classes of a sheet that also name a part of something else, with rules of its own. */
const alsoParts = new Set(['sign', 'value', 'mark', 'wall', 'ends'])

/** The sheets that a file names, by their paths. */
function sheetsIn(file: string, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, named = '']) =>
    named.startsWith('~/') ? named.replace('~', 'app') : join(dirname(file), named),
  )
}

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

/** The first class of each selector of a sheet: where it is not, the rule is about nothing. */
function leading(sheet: string): string[] {
  const selectors =
    readFileSync(sheet, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .match(/[^{};]+(?=\{)/g) ?? []
  return selectors.flatMap((selector) => selector.split(',')).flatMap((one) => /^\s*\.([\w-]+)/.exec(one)?.[1] ?? [])
}

/** A name of a series ends with a number, which the markup computes: `s0` is written as `s${…}`. */
function isInMarkup(name: string): boolean {
  return words.has(name) || markup.includes(`${name.replace(/\d+$/, '')}\${`)
}
