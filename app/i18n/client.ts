/** Texts in the browser: one language, one chunk (spec §9: up to 5 retries from 350 ms, doubling). */
import type { i18n } from 'i18next'
import { createTexts, type Texts } from './instance'
import { asLanguage, defaultLanguage, type Language } from './languages'

const retries = 5
const firstDelayMs = 350

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

async function withRetries<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt === retries) throw error
      await new Promise((resolve) => setTimeout(resolve, firstDelayMs * 2 ** attempt))
    }
  }
}
