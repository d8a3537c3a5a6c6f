/**
 * Parameters in the address of a list that the list does not support: a notice names them, and actions on "all that
 * match" are disabled.
 */
import { refreshParam } from '~/domain/refresh-param'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { searchBoxParam, typedWordsParam } from '../frame/search-box'

/** The parameters a service refused, with message keys. The empty name is an unnamed parameter. */
export type RefusedParams = Readonly<Record<string, string>>

/** Whether the service refused a filter: nothing is known of what matches. */
export const isRefused = (refused: RefusedParams): boolean => Object.keys(refused).length > 0

/** Parameters that every page supports; those that control its form filter nothing. */
export const globalParams: readonly string[] = [
  'lng',
  'tz',
  'keys',
  'after',
  'row',
  'back',
  'auto',
  refreshParam,
  'created',
  'draft',
  searchBoxParam,
  typedWordsParam,
  'putBack',
  'change',
]

/**
 * Returns the unsupported parameters, and the supported ones with invalid values. `parsed` has the list's parameters
 * with their parsed values, empty for an invalid value. Parameters the service refused count as unsupported.
 */
export function unknownParams(
  request: Request,
  parsed: Readonly<Record<string, unknown>>,
  refused: RefusedParams = {},
): string[] {
  const params = [...new URL(request.url).searchParams]
  const first = firstValues(params)
  const unknown = params.flatMap(([name, value]) => {
    if (Object.hasOwn(refused, name)) return [`${name}=${value}`]
    if (globalParams.includes(name) || value.trim() === '') return []
    if (Object.hasOwn(refused, '')) return [`${name}=${value}`]
    if (!Object.hasOwn(parsed, name)) return [name]
    return isParsed(parsed[name], value, first.get(name)) ? [] : [`${name}=${value}`]
  })
  return [...new Set(unknown)].slice(0, 5).map((text) => text.slice(0, 60))
}

/** Returns the first non-empty value of each parameter. */
function firstValues(params: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map([...params].reverse().filter(([, value]) => value.trim() !== ''))
}

/**
 * Whether a value was parsed: one of the values of a multiple choice, also separated by commas, or the first value of a
 * single one. Parameters that do not filter (`-`) accept any value.
 */
function isParsed(read: unknown, value: string, first: string | undefined): boolean {
  if (Array.isArray(read))
    return read.includes(value.trim()) || value.split(',').every((one) => read.includes(one.trim()))
  if (read === undefined || read === null || read === '') return false
  return read === '-' || value === first
}

/**
 * Throws a 404 for the address of a bulk change with unsupported parameters or invalid values: it was not meant for all
 * rows. `filter` has the parsed values.
 */
export function rejectUnknownParams(
  search: URLSearchParams,
  knownNames: readonly string[],
  filter: Readonly<Record<string, unknown>> = {},
): void {
  const first = firstValues([...search])
  const isUnknown = [...search].some(
    ([name, value]) =>
      value.trim() !== '' &&
      !knownNames.includes(name) &&
      !globalParams.includes(name) &&
      !isParsed(filter[name], value, first.get(name)),
  )
  if (isUnknown) throw new Response(null, { status: 404 })
}

/** Returns the problems of a page's filters as message keys by name; each input shows its own. */
export function filterProblems(words: readonly string[], refused: RefusedParams): Record<string, string> {
  const unknown = words.flatMap((word) =>
    word.includes('=') ? [[word.slice(0, word.indexOf('=')), 'field.choice']] : [],
  )
  return { ...Object.fromEntries(unknown), ...refused }
}

/** `isEmpty`: the service refused the parameters, so there is no list. */
export function UnknownParamsNotice({ words, isEmpty }: { words: readonly string[]; isEmpty: boolean }) {
  const t = useT()
  if (words.length === 0) return null
  return (
    <Notice tone="warn" quiet title={t('table.notUnderstood', { words: words.join(', ') })}>
      {t(isEmpty ? 'table.refusedText' : 'table.notUnderstoodText')}
    </Notice>
  )
}

/** Of a page that has no actions on all that match. */
export function IgnoredParamsNotice({ words }: { words: readonly string[] }) {
  const t = useT()
  if (words.length === 0) return null
  return (
    <Notice tone="warn" quiet title={t('table.notUnderstood', { words: words.join(', ') })}>
      {t('table.ignoredText')}
    </Notice>
  )
}
