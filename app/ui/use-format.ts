import { useLanguage } from '~/i18n/use-t'
import { type Format, formatsFor } from './format'
import { usePageContext } from './page-context'

/** Returns the formats of the page's reader. */
export function useFormat(): Format {
  const language = useLanguage()
  const { unit, timeZone } = usePageContext()
  return formatsFor({ language, unit, timeZone })
}
