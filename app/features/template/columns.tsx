/** Columns of the list of configuration templates. */
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListView } from '~/kit/list/view'
import { Time } from '~/ui/time'
import type { TemplateRow } from './shared/row'

export const templateListFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:template.searchHint') },
} as const satisfies FilterFields

export const templateView: ListView<typeof templateListFields, TemplateRow> = {
  fields: templateListFields,
  columns: [
    nameColumn({ title: (t) => t('field.name'), text: (row) => row.name }),
    {
      key: 'model',
      title: (t) => t('main:template.model'),
      width: 'kind',
      text: (row, t) => row.model || t('main:template.anyModel'),
    },
    {
      key: 'sections',
      title: (t) => t('main:template.holds'),
      width: 'text',
      text: (row, t) => row.sections.map((section) => t(`main:template.section.${section}`)).join(', '),
    },
    {
      key: 'description',
      title: (t) => t('field.description'),
      width: 'place',
      text: (row) => row.description,
      isOptional: true,
    },
    { key: 'appliedTo', title: (t) => t('main:template.appliedTo'), align: 'end', text: (row) => row.appliedTo },
    { key: 'backups', title: (t) => t('main:template.backups'), align: 'end', text: (row) => row.backups },
    { key: 'by', title: (t) => t('main:template.by'), width: 'how', text: (row) => row.by, isOptional: true },
    {
      key: 'updated',
      title: (t) => t('main:template.updated'),
      width: 'when',
      text: (row) => row.updatedAt,
      cell: ({ updatedAt }) => updatedAt && <Time at={updatedAt} />,
    },
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'templates', total),
  words: {
    none: (t) => ({ title: t('main:template.none') }),
    empty: (t) => ({ title: t('main:template.empty'), text: t('main:template.emptyText') }),
  },
}
