import { createInstance, type i18n, type TFunction } from 'i18next'
import { compiledTexts, type Find } from './compiled'
import type en from './en'
import { asLanguage, defaultLanguage, type Language } from './languages'
import type { Same } from './same'

/** Every text of one language, by group (spec §2: common, errors, login, main). */
export type Texts = Same<typeof en>

/** What one page speaks with: as much as its scripts need. */
export type PageTexts = Pick<Texts, 'common' | 'errors'> & { main: Partial<Texts['main']> }

/** A part of the texts of screens, which travels by itself. */
export type TextArea = keyof Texts['main']

/** Looks texts up: `t('save')` in common, `t('errors:required')`, `t('main:site.network.title')`. */
export type Translate = TFunction<['common', 'errors', 'login', 'main']>

/** One language, ready to use. It never changes language: another language is another instance. */
export function createTexts(language: Language, texts: Texts | PageTexts): i18n {
  const instance = createInstance()
  instance.init({
    lng: language,
    fallbackLng: false,
    ns: ['common', 'errors', 'login', 'main'],
    defaultNS: ['common', 'errors'],
    resources: { [language]: withMany(texts, spacing[language]) as Record<string, object> },
    interpolation: { escapeValue: false },
    returnNull: false,
    // A key of a group is not a text: asking for it is like asking for one nobody wrote.
    returnedObjectHandler: () => '',
    // Keys are typed: one that is missing ends in a word of a backend, which is shown as it came.
    parseMissingKeyHandler: (key, instead) => instead ?? (key.slice(key.lastIndexOf('.') + 1) || '–'),
    initImmediate: false,
    react: { useSuspense: false },
  })
  return instance
}

const lookups = new WeakMap<i18n, Translate>()

/** Looks texts up in one instance; each is looked up once, with values in it or without. */
export function translateIn(instance: i18n): Translate {
  const known = lookups.get(instance)
  if (known) return known
  const plain = new Map<string, string>()
  const find = instance.t as Find
  const textOf = compiledTexts(asLanguage(instance.language) ?? defaultLanguage, find)
  const translate = ((key: string, values?: Record<string, unknown>) => {
    if (values !== undefined) return textOf(key, values) ?? find(key, values)
    const found = plain.get(key) ?? find(key)
    plain.set(key, found)
    return found
  }) as Translate
  lookups.set(instance, translate)
  return translate
}

/** A French sign with a space beside it never begins or ends a line alone; written, that space is an ordinary one. */
const spacing: Readonly<Record<Language, (text: string) => string>> = {
  en: (text) => text,
  fr: (text) => text.replace(/ (?=[:;»?!])/g, '\u00a0').replace(/« /g, '«\u00a0'),
}

/** French has a plural of its own for whole millions; where none is written, `_other` reads well enough. */
function withMany(texts: object, spaced: (text: string) => string): object {
  const filled: Record<string, unknown> = {}
  for (const [key, text] of Object.entries(texts)) {
    filled[key] = typeof text === 'string' ? spaced(text) : withMany(text, spaced)
    if (key.endsWith('_other')) filled[key.replace(/_other$/, '_many')] ??= filled[key]
  }
  return filled
}
