/** The columns and the filter of the controller model list. */
import { acceptedPlatforms } from '~/domain/controllers'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import type { ModelRow } from './row'

export const modelFields = {
  platform: { kind: 'choice', several: true, label: (t) => t('main:device.platform'), values: acceptedPlatforms },
} as const satisfies FilterFields

const counted = (key: 'inputs' | 'outputs' | 'maxPoints'): ListColumn<ModelRow> => ({
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
    nameColumn({ key: 'type', title: (t) => t('main:model.type'), text: ({ type }) => type }),
    {
      key: 'name',
      title: (t) => t('field.name'),
      text: ({ name }) => name,
      cell: (row, { t }) => (
        <>
          <bdi>{row.name}</bdi> {row.isPreRelease && <Badge tone="info">{t('main:device.preRelease')}</Badge>}
        </>
      ),
    },
    { key: 'description', title: (t) => t('field.description'), text: ({ description }) => description },
    { key: 'platform', width: 'kind', title: (t) => t('main:device.platform'), text: ({ platform }) => platform },
    ...(['inputs', 'outputs', 'maxPoints'] as const).map(counted),
  ],
  keyOf: ({ id }) => id,
  count: (t, { count }) => t('main:model.count', { count }),
  words: {
    none: (t) => ({ title: t('main:model.noneTitle'), text: t('main:model.noneText') }),
    empty: (t) => ({ title: t('main:model.emptyTitle'), text: t('main:model.emptyText') }),
  },
}
