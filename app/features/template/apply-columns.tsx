/** The controllers of a site to select for a template. */
import { limitFor } from '~/changes'
import { deviceView } from '~/features/device/shared/columns'
import type { DeviceRow } from '~/features/device/shared/row'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import type { ListView } from '~/kit/list/view'

export const applyFields = {
  q: { kind: 'words', label: (t) => t('action.search') },
} as const satisfies FilterFields

export const applyView: ListView<typeof applyFields, DeviceRow> = {
  fields: applyFields,
  columns: deviceView.columns.filter(
    ({ only, isOptional, key }) => only !== 'file' && !isOptional && key !== 'packages',
  ),
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'devices', total),
  words: {
    none: (t) => ({ title: t('main:template.apply.none') }),
    empty: (t) => ({ title: t('main:template.apply.empty'), text: t('main:template.apply.emptyText') }),
  },
  choice: {
    name: 'device',
    nameOf: ({ name }) => name,
    bulkActions: { apply: (t) => t('action.review') },
    all: {
      of: 'devices',
      max: limitFor('template.apply'),
      label: (t, count) => t('main:device.selectAll', { count }),
    },
  },
}
