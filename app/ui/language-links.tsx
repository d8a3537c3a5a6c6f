import { useLocation } from '@remix-run/react'
import { languageNames, languages } from '~/i18n/languages'
import { useLanguage, useT } from '~/i18n/use-t'

/**
 * Links to the same page in the other languages; the server stores the language in a cookie. `address` replaces the
 * page's own address.
 */
export function LanguageLinks({ address }: { address?: string | undefined }) {
  const t = useT()
  const current = useLanguage()
  const hrefIn = useLanguageHref(address)
  return (
    <nav aria-label={t('main:frame.language')}>
      <ul className="flex items-center gap-2 text-sm">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={hrefIn(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === current ? 'true' : undefined}
              className="inline-block rounded px-1 py-1 text-soft aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the address of the page, or of `address`, in another language. */
export function useLanguageHref(address?: string | undefined): (language: string) => string {
  const own = useLocation()
  const [pathname, search = ''] = address === undefined ? [own.pathname, own.search] : address.split(/(?=\?)/, 2)
  return (language) => `${pathname}${searchIn(search, language)}`
}

function searchIn(search: string, language: string): string {
  const query = new URLSearchParams(search)
  query.set('lng', language)
  return `?${query}`
}
