import { useTranslation } from 'react-i18next'
import type { Translate } from './instance'
import { asLanguage, defaultLanguage, type Language } from './languages'

/** Texts in the language of the page: `const t = useT()`, `t('main:site.network.title')`. */
export function useT(): Translate {
  return useTranslation().t as Translate
}

/** The language the page is written in. */
export function useLanguage(): Language {
  return asLanguage(useTranslation().i18n.language) ?? defaultLanguage
}
