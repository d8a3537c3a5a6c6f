/** Detects the language of a request: query, cookie, browser (spec §2, design §14). */
import type { i18n } from 'i18next'
import { RemixI18Next } from 'remix-i18next/server'
import en from './en'
import fr from './fr'
import { createTexts, type Translate, translateIn } from './instance'
import { asLanguage, defaultLanguage, type Language, languages } from './languages'

const cookieName = 'lng'
const yearSeconds = 60 * 60 * 24 * 365

/** An unsigned `lng=fr`, so that the page's script can also write it. */
const cookie = {
  name: cookieName,
  isSigned: false,
  expires: undefined,
  async parse(header: string | null) {
    return asLanguage(header?.match(/(?:^|;\s*)lng=([A-Za-z-]{2,10})(?:;|$)/)?.[1]) ?? null
  },
  async serialize(language: Language) {
    return `${cookieName}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
  },
}

const detection = new RemixI18Next({
  detection: {
    supportedLanguages: [...languages],
    fallbackLanguage: defaultLanguage,
    searchParamKey: 'lng',
    cookie,
    order: ['searchParams', 'cookie', 'custom'],
    findLocale: async (request) => browserLanguage(request.headers.get('accept-language')) ?? null,
  },
})

/** Returns the first language in `Accept-Language` that the console supports. The library stops at the first entry. */
function browserLanguage(header: string | null): Language | undefined {
  const preferences = (header ?? '').split(',', 50).map((preference) => {
    const [tag = '', ...parameters] = preference.split(';')
    const quality = Number(parameters.join(';').match(/q=([\d.]+)/)?.[1] ?? 1)
    return { language: asLanguage(tag), quality: Number.isNaN(quality) ? 0 : quality }
  })
  return preferences
    .filter((preference) => preference.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .find((preference) => preference.language)?.language
}

const languagesByRequest = new WeakMap<Request, Promise<Language>>()

/** Returns the language of the response. Never rejects; defaults to English. */
export function requestLanguage(request: Request): Promise<Language> {
  const language = languagesByRequest.get(request) ?? detectLanguage(request)
  languagesByRequest.set(request, language)
  return language
}

async function detectLanguage(request: Request): Promise<Language> {
  return (
    asLanguage(new URL(request.url).searchParams.get('lng')) ??
    asLanguage(await detection.getLocale(request)) ??
    defaultLanguage
  )
}

/** Returns a `Set-Cookie` value that keeps the language for a year. Sign-in sets it from the profile. */
export function languageCookie(language: Language, options: { secure: boolean }): string {
  return `${cookieName}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${options.secure ? '; Secure' : ''}`
}

/** Returns the language in the address (`?lng=fr`), to be kept in the cookie. */
export function languageFromUrl(request: Request): Language | undefined {
  return asLanguage(new URL(request.url).searchParams.get('lng'))
}

const instances: Record<Language, i18n> = { en: createTexts('en', en), fr: createTexts('fr', fr) }

/** Returns the i18next instance of a language, shared by the process. Never call `changeLanguage` on it. */
export function instanceFor(language: Language): i18n {
  return instances[language]
}

/** Returns the translate function for loaders, actions and titles. */
export function translator(language: Language): Translate {
  return translateIn(instances[language])
}
