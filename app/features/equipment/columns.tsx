/** Columns of the equipment list: name, type, location, readiness of its rules, alarms and faults. */
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { Badge } from '~/ui/badge'
import { CountCell } from '~/ui/count-cell'
import { equipmentFields } from './filter'
import type { EquipmentAccess } from './shared/access'
import type { EquipmentRow } from './shared/row'

type EquipmentColumn = ListColumn<EquipmentRow>

const place: EquipmentColumn = {
  key: 'location',
  title: (t) => t('field.location'),
  width: 'place',
  text: (row) => row.location,
  cell: (row) => <PlacePath path={row.location} />,
}

const countColumn = (key: 'alarms' | 'faults', title: EquipmentColumn['title']): EquipmentColumn => ({
  key,
  title,
  align: 'end',
  text: (row) => row[key],
  cell: (row) => row[key] !== null && <CountCell value={row[key]} href={row[`${key}Href`]} />,
})

const columns: readonly EquipmentColumn[] = [
  nameColumn<EquipmentRow>({ title: (t) => t('field.name'), text: (row) => row.name }),
  { key: 'type', title: (t) => t('main:equipment.type'), width: 'text', text: (row) => row.type },
  place,
  {
    key: 'rules',
    title: (t) => t('main:equipment.rules'),
    width: 'code',
    text: (row, t) =>
      row.rules && t(row.rules.total > 0 ? 'main:equipment.rulesShort' : 'main:equipment.rulesNone', row.rules),
    cell: ({ rules }, { t }) =>
      rules &&
      (rules.ready < rules.total ? (
        <Badge tone="warn">{t('main:equipment.rulesShort', rules)}</Badge>
      ) : (
        t(rules.total > 0 ? 'main:equipment.rulesShort' : 'main:equipment.rulesNone', rules)
      )),
  },
  countColumn('alarms', (t) => t('main:view.alarms')),
  countColumn('faults', (t) => t('main:view.faults')),
  {
    key: 'mapped',
    title: (t) => t('main:equipment.mapped'),
    align: 'end',
    text: (row) => row.mapped,
    isOptional: true,
  },
  {
    key: 'needed',
    title: (t) => t('main:equipment.needed'),
    align: 'end',
    text: (row) => row.required,
    isOptional: true,
  },
]

export const equipmentView: ListView<typeof equipmentFields, EquipmentRow> = {
  fields: equipmentFields,
  columns,
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'equipment', total),
  words: {
    none: (t) => ({ title: t('main:equipment.none'), text: t('main:point.noneText') }),
    empty: (t) => ({ title: t('main:equipment.empty'), text: t('main:equipment.emptyText') }),
    partial: (t) => ({ title: t('main:equipment.partial'), text: t('main:equipment.partialText') }),
  },
  presetLabels: {
    missing: (t) => t('main:equipment.readiness.missing'),
    alarms: (t) => t('main:equipment.trouble.alarms'),
    faults: (t) => t('main:equipment.trouble.faults'),
  },
  choice: {
    name: 'equipment',
    nameOf: (row) => row.name,
    bulkActions: { unlink: (t) => t('main:equipment.unlink') },
  },
}

/** The equipment list inside a place, without the location column. */
export const equipmentInPlace: typeof equipmentView = {
  ...equipmentView,
  columns: columns.filter(({ key }) => key !== 'location'),
}

/** Returns the view without the columns that the person may not see. */
export const withoutHiddenColumns = (view: typeof equipmentView, access: EquipmentAccess): typeof equipmentView => ({
  ...view,
  columns: view.columns.filter(({ key }) => access[key as keyof EquipmentAccess] !== false),
})
