/** Filter of the objects of a controller, as an address has it. */
import { containsWords } from '#contracts/fold'
import { type FilterFields, type FilterOf, matchesAny } from '~/kit/list/filter'
import type { CatalogRow } from './row'

export const catalogFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:catalog.searchHint') },
  mapped: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:catalog.role'),
    values: ['true', 'false'],
    text: (t, value) => t(value === 'true' ? 'main:catalog.mapped' : 'main:catalog.unmapped'),
  },
  guess: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:catalog.guess'),
    values: ['true', 'false'],
    text: (t, value) => t(value === 'true' ? 'main:catalog.guessed' : 'main:catalog.noGuess'),
  },
  source: { kind: 'choice', several: true, label: (t) => t('main:catalog.source') },
} as const satisfies FilterFields

export type CatalogFilter = FilterOf<typeof catalogFields>

/** Whether an object matches the filter; every word of `q` must occur in its names. */
export function matchesCatalogFilter(row: CatalogRow, { q = '', mapped, guess, source }: CatalogFilter): boolean {
  return (
    containsWords(`${row.name} ${row.description} ${row.object} ${row.guess ?? ''} ${row.received}`, q) &&
    matchesAny(mapped, String(row.isMapped)) &&
    matchesAny(guess, String(row.guess !== null)) &&
    matchesAny(source, row.source)
  )
}
