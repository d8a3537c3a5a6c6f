import { createInstance, type i18n, type TFunction } from 'i18next'
import { createTextFormatter, type FindText } from './compiled'
import type en from './en'
import { isolated } from './isolated'
import { asLanguage, defaultLanguage, type Language } from './languages'
import type { Same } from './same'

/** Every text of one language, by namespace (spec §2: common, errors, login, main). */
export type LanguageTexts = Same<typeof en>

/** The texts of one page with scripts: only the sections it needs. */
export type PageTexts = Pick<LanguageTexts, 'common' | 'errors'> & { main: Partial<LanguageTexts['main']> }

/** A section of the `main` texts, loaded on its own. */
export type TextSection = keyof LanguageTexts['main']

/** Looks up texts: `t('save')` in common, `t('errors:required')`, `t('main:site.network.title')`. */
export type Translate = TFunction<['common', 'errors', 'login', 'main']>

/** Creates the i18next instance of one language. It never changes language: each language has its own instance. */
export function createTexts(language: Language, texts: LanguageTexts | PageTexts): i18n {
  const instance = createInstance()
  instance.init({
    lng: language,
    fallbackLng: false,
    ns: ['common', 'errors', 'login', 'main'],
    defaultNS: ['common', 'errors'],
    resources: { [language]: withManyPlurals(texts, spacing[language]) as Record<string, object> },
    interpolation: { escape: isolated },
    returnNull: false,
    // A key of a group is not a text and is treated like a missing key.
    returnedObjectHandler: () => '',
    // Keys are typed, so a missing key ends in a word of a backend, which is shown unchanged.
    parseMissingKeyHandler: (key, instead) => instead ?? (key.slice(key.lastIndexOf('.') + 1) || '–'),
    initImmediate: false,
    react: { useSuspense: false },
  })
  return instance
}

const lookups = new WeakMap<i18n, Translate>()

/** Returns the translate function of an instance, with a cache for plain texts and compiled texts. */
export function translateIn(instance: i18n): Translate {
  const cached = lookups.get(instance)
  if (cached) return cached
  const plain = new Map<string, string>()
  const find = instance.t as FindText
  const textOf = createTextFormatter(asLanguage(instance.language) ?? defaultLanguage, find)
  const translate = ((key: string, values?: Record<string, unknown>) => {
    if (values !== undefined) return textOf(key, values) ?? find(key, values)
    const text = plain.get(key) ?? find(key)
    plain.set(key, text)
    return text
  }) as Translate
  lookups.set(instance, translate)
  return translate
}

/** French punctuation keeps its space on the same line. The source files use an ordinary space. */
const spacing: Readonly<Record<Language, (text: string) => string>> = {
  en: (text) => text,
  fr: (text) => text.replace(/ (?=[:;\u00bb?!])/g, '\u00a0').replace(/\u00ab /g, '\u00ab\u00a0'),
}

/** Adds the French plural for whole millions: `_many` defaults to `_other`. */
function withManyPlurals(texts: object, spaced: (text: string) => string): object {
  const result: Record<string, unknown> = {}
  for (const [key, text] of Object.entries(texts)) {
    result[key] = typeof text === 'string' ? spaced(text) : withManyPlurals(text, spaced)
    if (key.endsWith('_other')) result[key.replace(/_other$/, '_many')] ??= result[key]
  }
  return result
}
