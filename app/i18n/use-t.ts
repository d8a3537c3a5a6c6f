import { useContext } from 'react'
import { getI18n, I18nContext } from 'react-i18next'
import { type Translate, translateIn } from './instance'
import { asLanguage, defaultLanguage, type Language } from './languages'

/** Texts in the language of the page: `const t = useT()`, `t('main:site.network.title')`. */
export function useT(): Translate {
  return translateIn(useInstance())
}

/** The language the page is written in. */
export function useLanguage(): Language {
  return asLanguage(useInstance().language) ?? defaultLanguage
}

/** The language around the page; an instance never changes its language, so nothing is listened to. */
function useInstance() {
  return useContext(I18nContext)?.i18n ?? getI18n()
}
