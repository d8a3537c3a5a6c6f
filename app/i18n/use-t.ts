import { useContext } from 'react'
import { getI18n, I18nContext } from 'react-i18next'
import { type Translate, translateIn } from './instance'
import { asLanguage, defaultLanguage, type Language } from './languages'

/** Returns the translate function of the page: `const t = useT()`, `t('main:site.network.title')`. */
export function useT(): Translate {
  return translateIn(useInstance())
}

/** Returns the language of the page. */
export function useLanguage(): Language {
  return asLanguage(useInstance().language) ?? defaultLanguage
}

/** Returns the page's instance. An instance never changes its language, so there is nothing to subscribe to. */
function useInstance() {
  return useContext(I18nContext)?.i18n ?? getI18n()
}
