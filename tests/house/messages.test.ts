/** Every word a person sees has a text in both languages (design §12; style, messages). */
import { describe, expect, test } from 'vitest'
import { changes } from '../../app/changes'
import { frameTextSections } from '../../app/i18n/areas'
import en from '../../app/i18n/en'
import fr from '../../app/i18n/fr'
import { errorCatalogue } from '../../services/contracts/error-codes'
import { sourcesIn } from './sources'

function keys(texts: object, above = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [`${above}${key}`] : keys(text as object, `${above}${key}.`),
  )
}

function texts(of: object): string[] {
  return Object.values(of).flatMap((text) => (typeof text === 'string' ? [text] : texts(text as object)))
}

const at = (of: unknown, path: string) =>
  path.split('.').reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], of)

test('names are sorted as a language has them, whatever the machine speaks', () => {
  // In a comparison the language is the last thing named, or comes before the options.
  const told = /\.localeCompare\([^\n]*, (?:'en'|[\w.]*language|locale)[,)]/
  const compared = sourcesIn('app').flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => (line.includes('.localeCompare(') ? [{ path, line: line.trim() }] : [])),
  )
  expect(compared.length).toBeGreaterThan(5)
  expect(compared.filter(({ line }) => !told.test(line))).toEqual([])
})

describe('messages', () => {
  test('exist in both languages under the same keys', () => {
    const mine = keys(fr).filter((key) => !key.endsWith('_many'))
    expect(mine.sort()).toEqual(keys(en).sort())
  })

  test('are never empty', () => {
    expect([...texts(en), ...texts(fr)].filter((text) => text.trim() === '')).toEqual([])
  })

  test('say something for every code of the catalogue', () => {
    const missing = Object.values(errorCatalogue).filter(
      ({ key }) => typeof at(en.errors, `catalogue.${key}`) !== 'string',
    )
    expect(missing).toEqual([])
  })

  test('name every change', () => {
    expect(Object.keys(changes).filter((name) => typeof at(en.main, `change.${name}`) !== 'string')).toEqual([])
  })

  test('say one thing in one word in French', () => {
    // Organisation, automate, mise en service, paramètre, modification (docs/decisions/words.md).
    const others = /locataire|contrôleur|intégr(é|ation|er)|réglage|\bchangement|journal d’audit|\bdérog|intervalle/i
    expect(texts(fr).filter((text) => others.test(text))).toEqual([])
  })

  test('are matched by the words of the evaluation services in French', () => {
    const others = /locataire|contrôleur|\bintégré|réglage|\bdérog/i
    const lines = sourcesIn('services').flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (others.test(line) ? [`${path}: ${line.trim()}`] : [])),
    )
    expect(lines).toEqual([])
  })

  test('say of what is made that it is created, and of rows that they are selected', () => {
    const others = /^New (?!controller$|password$)|^Create (a|an|the) [^.]*$|^(No|What|Some)\b.* (chosen|ticked)\b/
    expect(texts(en).filter((text) => others.test(text))).toEqual([])
    expect(
      texts(fr).filter((text) =>
        /^Nouve(l|lle|au) (?!automate$|mot de passe$)|^(Aucun|Un autre).* (choisi|coché)e?s?$/.test(text),
      ),
    ).toEqual([])
  })

  test('count with the plurals of their language', () => {
    // What these count is never one: a bound that was passed, or a number of seconds.
    const alwaysMany = [
      /^common\.action\.(start|stop)AutoRefresh/,
      /^main\.search\.partialCustomers$/,
      /^main\.onboarding\.\w+\.askedText$/,
      /^main\.import\.\w+\.(columns|rows|sites|things|shown)$/,
      /^main\.user\.\w+\.tooMany$/,
      /^main\.network\.\w+\.cut$/,
    ]
    const counted = /\{\{count(, number)?\}\} \p{Ll}/u
    for (const language of [en, fr]) {
      const found = keys(language).filter((key) => counted.test(String(at(language, key))))
      const bare = found.filter((key) => !/_(one|many|other)$/.test(key))
      expect(bare.filter((key) => !alwaysMany.some((known) => known.test(key)))).toEqual([])
    }
  })

  test('keep the same placeholders in French', () => {
    const holes = (text: unknown) =>
      [...String(text).matchAll(/\{\{\s*(\w+)/g)]
        .map((match) => match[1])
        .sort()
        .join()
    expect(keys(en).filter((key) => holes(at(en, key)) !== holes(at(fr, key)))).toEqual([])
  })

  test('travel to a page with scripts with every area it speaks of, and no other', () => {
    const around = ['app/root', 'app/features/tenant/layout', 'app/features/customer/layout']
    const lively = sourcesIn('app/features').flatMap(({ path, text }) => {
      const named = /^ {2}scripts: \[(.*)\]/m.exec(text)?.[1]
      return named === undefined ? [] : [{ path, areas: named.match(/\w+/g) ?? [] }]
    })
    expect(lively).not.toEqual([])
    for (const { path, areas } of lively)
      expect(areasSpoken([...around, path.replace(/\.tsx$/, '')])).toEqual([...frameTextSections, ...areas].sort())
  })
})

/** The areas of `main` named in what reaches the browser of these modules; a key that is put together names none. */
function areasSpoken(starts: readonly string[]): string[] {
  const sources = new Map(sourcesIn('app').map((source) => [source.path.replace(/(\/index)?\.tsx?$/, ''), source]))
  const seen = new Set<string>()
  const areas = new Set<string>()
  const open = [...starts]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const source = sources.get(path)
    if (!source || seen.has(path) || path.endsWith('.server')) continue
    seen.add(path)
    open.push(...source.imports)
    const spoken = source.text.replace(/\/\*[\s\S]*?\*\//g, '')
    expect(spoken.includes('main:${') && path).toBe(false)
    for (const [, area = ''] of spoken.matchAll(/main:(\w+)/g)) areas.add(area)
  }
  return [...areas].sort()
}
