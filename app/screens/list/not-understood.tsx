/** What the address of a list asks for that the list does not know: it is told, and nothing is done to "all that match". */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'

/** Words that every page knows. */
const everywhere: readonly string[] = ['lng', 'after', 'auto']

/**
 * The words of an address that are unknown, and those whose value is. `known` names the words of the list, each with
 * what was read of it: nothing where the value means nothing here.
 */
export function notUnderstood(request: Request, known: Readonly<Record<string, unknown>>): string[] {
  const given = [...new URL(request.url).searchParams]
  const unclear = given.flatMap(([name, value]) => {
    if (everywhere.includes(name) || value.trim() === '') return []
    if (!Object.hasOwn(known, name)) return [name]
    const read = known[name]
    return read === undefined || read === null || read === '' ? [`${name}=${value}`] : []
  })
  return [...new Set(unclear)].slice(0, 5).map((text) => text.slice(0, 60))
}

/** Nobody meant "all" who asked for some of them in words that the page does not know: 404 for the address of a bulk change. */
export function refuseUnknown(search: URLSearchParams, known: readonly string[]): void {
  const isUnknown = [...search].some(
    ([name, value]) => value.trim() !== '' && !known.includes(name) && !everywhere.includes(name),
  )
  if (isUnknown) throw new Response(null, { status: 404 })
}

export function NotUnderstood({ words }: { words: readonly string[] }) {
  const t = useT()
  if (words.length === 0) return null
  return (
    <Notice tone="warn" quiet title={t('table.notUnderstood', { words: words.join(', ') })}>
      {t('table.notUnderstoodText')}
    </Notice>
  )
}
