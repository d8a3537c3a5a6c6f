/** What the address of a list asks for that the list does not know: it is told, and nothing is done to "all that match". */
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
  const unclear = given.flatMap(([name, value]) => {
    if (Object.hasOwn(refused, name)) return [`${name}=${value}`]
    if (everywhere.includes(name) || value.trim() === '') return []
    if (Object.hasOwn(refused, '')) return [`${name}=${value}`]
    if (!Object.hasOwn(known, name)) return [name]
    const read = known[name]
    return read === undefined || read === null || read === '' || isLost(request, { name, value, read })
      ? [`${name}=${value}`]
      : []
  })
  return [...new Set(unclear)].slice(0, 5).map((text) => text.slice(0, 60))
}

/** Whether a value of several with the same name was not read: a filter that takes one has read another of them. */
function isLost(request: Request, given: { name: string; value: string; read: unknown }): boolean {
  const { name, value, read } = given
  if (typeof read !== 'string' || read === '-') return false
  if (new URL(request.url).searchParams.getAll(name).length < 2) return false
  const parts = value.split(',').map((part) => part.trim())
  return read !== value.trim() && !parts.every((part) => read.split(',').includes(part))
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
  const isUnknown = [...search].some(
    ([name, value]) =>
      value.trim() !== '' && !known.includes(name) && !everywhere.includes(name) && filter[name] === undefined,
  )
  const twice = Object.keys(filter).filter((name) => filter[name] !== undefined && search.getAll(name).length > 1)
  if (
    twice.some((name) => search.getAll(name).some((value) => !String(filter[name]).split(',').includes(value.trim())))
  )
    throw new Response(null, { status: 404 })
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
