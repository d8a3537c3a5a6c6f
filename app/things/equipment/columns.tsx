/** Columns of the equipment list: name, type, location, readiness of its rules, alarms and faults. */
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { Badge } from '~/ui/badge'
import { Tally } from '~/ui/tally'
import { equipmentFields } from './filter'
import type { EquipmentRow } from './row'
import type { Told } from './told'

type EquipmentColumn = Column<EquipmentRow>

const place: EquipmentColumn = {
  key: 'location',
  title: (t) => t('field.location'),
  holds: 'text',
  text: (row) => row.location,
}

const counted = (key: 'alarms' | 'faults', title: EquipmentColumn['title']): EquipmentColumn => ({
  key,
  title,
  align: 'end',
  text: (row) => row[key],
  cell: (row) => row[key] !== null && <Tally value={row[key]} href={row[`${key}Href`]} />,
})

const columns: readonly EquipmentColumn[] = [
  { ...nameColumn<EquipmentRow>({ title: (t) => t('field.name'), text: (row) => row.name }), holds: 'text' },
  { key: 'type', title: (t) => t('main:equipment.type'), holds: 'text', text: (row) => row.type },
  place,
  {
    key: 'rules',
    title: (t) => t('main:equipment.rules'),
    holds: 'kind',
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
  counted('alarms', (t) => t('main:view.alarms')),
  counted('faults', (t) => t('main:view.faults')),
  { key: 'mapped', title: (t) => t('main:equipment.mapped'), text: (row) => row.mapped, only: 'file' },
  { key: 'needed', title: (t) => t('main:equipment.needed'), text: (row) => row.needed, only: 'file' },
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
  standing: {
    missing: (t) => t('main:equipment.readiness.missing'),
    alarms: (t) => t('main:equipment.trouble.alarms'),
    faults: (t) => t('main:equipment.trouble.faults'),
  },
  choice: {
    name: 'equipment',
    nameOf: (row) => row.name,
    moves: { unlink: (t) => t('main:equipment.unlink') },
  },
}

/** The equipment list inside a place, without the location column. */
export const equipmentHere: typeof equipmentView = {
  ...equipmentView,
  columns: columns.filter(({ key }) => key !== 'location'),
}

/** Returns the view without the columns that the person may not see. */
export const toldOnly = (view: typeof equipmentView, told: Told): typeof equipmentView => ({
  ...view,
  columns: view.columns.filter(({ key }) => told[key as keyof Told] !== false),
})
