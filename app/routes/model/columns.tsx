/** Controller models in rows, and how their list is narrowed. */
import { acceptedPlatforms } from '~/domain/controllers'
import type { FilterFields } from '~/screens/list/filter'
import type { Column, ListView } from '~/screens/list/view'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import type { ModelRow } from './row'

export const modelFields = {
  platform: { kind: 'choice', label: (t) => t('main:device.platform'), values: acceptedPlatforms },
} as const satisfies FilterFields

const counted = (key: 'inputs' | 'outputs' | 'maxPoints'): Column<ModelRow> => ({
  key,
  title: (t) => t(`main:device.${key}`),
  text: (row) => row[key],
  cell: (row, { t, format }) => {
    const value = row[key]
    return value === null ? <span className="text-faint">{t('word.unknown')}</span> : format.number(value)
  },
  align: 'end',
})

export const modelView: ListView<typeof modelFields, ModelRow> = {
  fields: modelFields,
  columns: [
    {
      key: 'type',
      title: (t) => t('main:model.type'),
      isRowHeader: true,
      text: ({ type }) => type,
      cell: (row) => (
        <A href={row.href}>
          <bdi>{row.type}</bdi>
        </A>
      ),
    },
    {
      key: 'name',
      title: (t) => t('field.name'),
      text: ({ name }) => name,
      cell: (row, { t }) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2">
            <bdi>{row.name}</bdi>
            {row.isPreRelease && <Badge tone="info">{t('main:device.preRelease')}</Badge>}
          </span>
          <bdi className="block text-sm text-soft">{row.description}</bdi>
        </>
      ),
    },
    { key: 'platform', title: (t) => t('main:device.platform'), text: ({ platform }) => platform },
    ...(['inputs', 'outputs', 'maxPoints'] as const).map(counted),
  ],
  keyOf: ({ id }) => id,
  count: (t, { count }) => t('main:model.count', { count }),
  words: {
    none: (t) => ({ title: t('main:model.noneTitle'), text: t('main:model.noneText') }),
    empty: (t) => ({ title: t('main:model.emptyTitle'), text: t('main:model.emptyText') }),
  },
}
