/** What the address of a list asks for that the list does not know: it is told, and nothing is done to "all that match". */
import { againWord } from '~/domain/read-again'
import { useT } from '~/i18n/use-t'
import { fromBox, sought } from '~/screens/frame/search-box'
import { Notice } from '~/ui/notice'

/** What of an address a service refused, by its words, as message keys. The empty word: nobody says which. */
export type Refused = Readonly<Record<string, string>>

/** Words that every page knows; those of what its form is to show narrow nothing. */
export const everywhere: readonly string[] = [
  'lng',
  'tz',
  'keys',
  'after',
  'row',
  'back',
  'auto',
  againWord,
  'created',
  'draft',
  fromBox,
  sought,
  'putBack',
  'change',
]

/**
 * The words of an address that are unknown, and those whose value is. `known` names the words of the list, each with
 * what was read of it: nothing where the value means nothing here. What the service refused is unknown, too.
 */
export function notUnderstood(
  request: Request,
  known: Readonly<Record<string, unknown>>,
  refused: Refused = {},
): string[] {
  const given = [...new URL(request.url).searchParams]
  const first = firstOf(given)
  const unclear = given.flatMap(([name, value]) => {
    if (Object.hasOwn(refused, name)) return [`${name}=${value}`]
    if (everywhere.includes(name) || value.trim() === '') return []
    if (Object.hasOwn(refused, '')) return [`${name}=${value}`]
    if (!Object.hasOwn(known, name)) return [name]
    return isRead(known[name], value, first.get(name)) ? [] : [`${name}=${value}`]
  })
  return [...new Set(unclear)].slice(0, 5).map((text) => text.slice(0, 60))
}

/** The first value of each word that is not empty. */
function firstOf(given: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map([...given].reverse().filter(([, value]) => value.trim() !== ''))
}

/**
 * Whether a value of an address was read: it is among the values of a word that has several, by itself or with commas
 * between, or it is the first one of a word that has one. A word that narrows nothing (`-`) has any.
 */
function isRead(read: unknown, value: string, first: string | undefined): boolean {
  if (Array.isArray(read))
    return read.includes(value.trim()) || value.split(',').every((one) => read.includes(one.trim()))
  if (read === undefined || read === null || read === '') return false
  return read === '-' || value === first
}

/**
 * Nobody meant "all" who asked for some of them in words that the page does not know, or with values that mean nothing
 * here: 404 for the address of a bulk change. `filter` is what was read of it.
 */
export function refuseUnknown(
  search: URLSearchParams,
  known: readonly string[],
  filter: Readonly<Record<string, unknown>> = {},
): void {
  const first = firstOf([...search])
  const isUnknown = [...search].some(
    ([name, value]) =>
      value.trim() !== '' &&
      !known.includes(name) &&
      !everywhere.includes(name) &&
      !isRead(filter[name], value, first.get(name)),
  )
  if (isUnknown) throw new Response(null, { status: 404 })
}

/** What is wrong with the filters of a page, by their names, as message keys: each tells it itself. */
export function filterProblems(words: readonly string[], refused: Refused): Record<string, string> {
  const unknown = words.flatMap((word) =>
    word.includes('=') ? [[word.slice(0, word.indexOf('=')), 'field.choice']] : [],
  )
  return { ...Object.fromEntries(unknown), ...refused }
}

/** `isEmpty`: the service refused the words, and so there is no list. */
export function NotUnderstood({ words, isEmpty }: { words: readonly string[]; isEmpty: boolean }) {
  const t = useT()
  if (words.length === 0) return null
  return (
    <Notice tone="warn" quiet title={t('table.notUnderstood', { words: words.join(', ') })}>
      {t(isEmpty ? 'table.refusedText' : 'table.notUnderstoodText')}
    </Notice>
  )
}
