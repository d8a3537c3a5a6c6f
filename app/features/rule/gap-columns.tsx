/** Columns of missing points: equipment, blocked rules, and a link to the mapping. */
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListView } from '~/kit/list/view'
import { A } from '~/ui/link'
import type { Gap } from './coverage-counts'

export interface GapRow extends Pick<Gap, 'role' | 'name' | 'equipment' | 'blocked'> {
  id: string
  rules: { name: string; href: string }[]
  /** Page that maps it on that equipment; without the permission, the list of the waiting equipment. */
  href: string
  mayMap: boolean
}

export const gapFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:rule.coverage.searchHint') },
} as const satisfies FilterFields

export const gapView: ListView<typeof gapFields, GapRow> = {
  fields: gapFields,
  columns: [
    nameColumn<GapRow>({ title: (t) => t('main:rule.coverage.point'), text: ({ name }) => name }),
    { key: 'role', title: (t) => t('main:rule.role'), width: 'code', text: ({ role }) => role },
    {
      key: 'equipment',
      title: (t) => t('main:rule.column.equipment'),
      align: 'end',
      text: ({ equipment }) => equipment,
    },
    {
      key: 'rules',
      title: (t) => t('main:rule.coverage.heldUp'),
      width: 'text',
      text: ({ rules }) => rules.map(({ name }) => name).join(', '),
    },
    { key: 'blocked', title: (t) => t('main:rule.coverage.blocked'), align: 'end', text: ({ blocked }) => blocked },
    {
      key: 'lead',
      title: (t) => t('main:rule.coverage.next'),
      width: 'how',
      only: 'page',
      text: () => null,
      cell: ({ href, mayMap, equipment, name }, { t }) => (
        <A href={href}>
          {t(mayMap ? 'main:rule.coverage.map' : 'main:rule.coverage.see', { count: equipment })}
          <span className="sr-only"> {name}</span>
        </A>
      ),
    },
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'gaps', total),
  words: {
    none: (t) => ({ title: t('main:rule.coverage.none') }),
    empty: (t) => ({ title: t('main:rule.coverage.empty'), text: t('main:rule.coverage.emptyText') }),
    partial: (t) => ({ title: t('main:rule.partial'), text: t('main:rule.partialText') }),
  },
}
