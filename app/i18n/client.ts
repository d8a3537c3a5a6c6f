/** Texts in the browser: one language, one chunk. */
import type { i18n } from 'i18next'
import { createTexts, type Texts } from './instance'
import { asLanguage, defaultLanguage, type Language } from './languages'
import { withRetries } from './with-retries'

const chunks: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import('./en'),
  fr: () => import('./fr'),
}

/** Loads the language the server wrote the page in. Rejects after the last retry; the page works without. */
export async function startClientI18n(): Promise<i18n> {
  const language = asLanguage(document.documentElement.lang) ?? defaultLanguage
  const texts = await withRetries(chunks[language])
  return createTexts(language, texts.default)
}
