import { useLocation } from '@remix-run/react'
import { languageNames, languages } from '~/i18n/languages'
import { useLanguage, useT } from '~/i18n/use-t'

/**
 * The same page in the other languages: links that the server answers with a cookie. `address` where the page tells of
 * another one than its own.
 */
export function LanguageLinks({ address }: { address?: string | undefined }) {
  const t = useT()
  const current = useLanguage()
  const own = useLocation()
  const [pathname, search = ''] = address === undefined ? [own.pathname, own.search] : address.split(/(?=\?)/, 2)
  return (
    <nav aria-label={t('main:frame.language')}>
      <ul className="flex items-center gap-2 text-sm">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={`${pathname}${searchIn(search, language)}`}
              lang={language}
              hrefLang={language}
              aria-current={language === current ? 'true' : undefined}
              className="rounded px-1 text-chrome-soft hover:text-chrome-ink aria-[current]:font-semibold aria-[current]:text-chrome-ink aria-[current]:no-underline"
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function searchIn(search: string, language: string): string {
  const query = new URLSearchParams(search)
  query.set('lng', language)
  return `?${query}`
}
