/** Columns of the fault list: severity, rule, equipment, state, start and occurrences. */
import { limitFor } from '~/changes'
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { Time } from '~/ui/time'
import { faultFields } from './shared/filter'
import type { FaultRow } from './shared/row'
import { FaultSeverityBadge, FaultStatusBadge } from './shared/states'

type FaultColumn = ListColumn<FaultRow>

const rule: FaultColumn = {
  ...nameColumn<FaultRow>({ key: 'rule', title: (t) => t('main:fault.rule'), text: (row) => row.rule }),
  width: 'sentence',
}

const where: FaultColumn = {
  key: 'equipment',
  title: (t) => t('main:fault.equipment'),
  width: 'place',
  text: (row) => [row.equipment, row.location || row.site].filter(Boolean).join(' · '),
  cell: (row) => <PlacePath before={row.equipment} path={row.location || row.site} isBelow />,
  only: 'page',
}

const severity: FaultColumn = {
  key: 'severity',
  title: (t) => t('main:fault.severityLabel'),
  width: 'kind',
  text: (row, t) => t(`severity.${row.severity}`),
  cell: (row) => <FaultSeverityBadge fault={row} />,
}

const state: FaultColumn = {
  key: 'state',
  title: (t) => t('field.state'),
  width: 'kind',
  isSpare: true,
  text: (row, t) => t(row.hasReturned ? 'main:fault.cameBack' : `main:fault.status.${row.status}`),
  cell: (row) => <FaultStatusBadge fault={row} />,
}

const since: FaultColumn = {
  key: 'since',
  title: (t) => t('main:fault.since'),
  width: 'when',
  text: (row) => row.since,
  cell: (row) => <Time at={row.since} />,
}

const occurrences: FaultColumn = {
  key: 'times',
  isSpare: true,
  title: (t) => t('main:fault.occurrences'),
  align: 'end',
  text: (row) => row.occurrences,
}

/** Returns a column of the file, which a reader can add to the page. */
const optional = (
  key: string,
  title: FaultColumn['title'],
  text: FaultColumn['text'],
  shape: Pick<FaultColumn, 'width' | 'isMono' | 'align' | 'cell'> = { width: 'how' },
): FaultColumn => ({ key, title, text, isOptional: true, ...shape })

const optionalColumns: readonly FaultColumn[] = [
  { key: 'equipment', title: (t) => t('main:fault.equipment'), text: (row) => row.equipment, only: 'file' },
  optional(
    'location',
    (t) => t('field.location'),
    (row) => row.location,
    { width: 'place', cell: (row) => <PlacePath path={row.location} /> },
  ),
  optional(
    'site',
    (t) => t('entity.site'),
    (row) => row.site,
  ),
  optional(
    'hostId',
    (t) => t('main:device.hostId'),
    (row) => row.hostId,
    { width: 'code', isMono: true },
  ),
  optional(
    'equipmentType',
    (t) => t('main:fault.equipmentType'),
    (row) => row.equipmentType,
  ),
  optional(
    'category',
    (t) => t('main:fault.categoryLabel'),
    (row, t) => row.category && t(`main:fault.category.${row.category}`),
  ),
  optional(
    'ended',
    (t) => t('main:fault.ended'),
    (row) => (row.status === 'active' ? '' : row.endedAt),
    { width: 'when', cell: (row) => row.endedAt && <Time at={row.endedAt} /> },
  ),
  optional(
    'minutes',
    (t) => t('main:fault.durationMin'),
    (row) => row.minutes,
    { align: 'end' },
  ),
  optional(
    'resolution',
    (t) => t('main:fault.field.resolution'),
    (row, t) => (row.resolution ? t(`main:fault.resolution.${row.resolution}`) : ''),
  ),
  optional(
    'notes',
    (t) => t('main:fault.notes'),
    (row) => row.notes,
    { align: 'end' },
  ),
]

export const faultView: ListView<typeof faultFields, FaultRow> = {
  fields: faultFields,
  columns: [severity, rule, where, state, since, occurrences, ...optionalColumns],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'faults', total),
  words: {
    none: (t, { status }) => ({
      title: t('main:fault.none'),
      ...(status ? {} : { text: t('main:fault.noneText') }),
    }),
    empty: (t) => ({ title: t('main:fault.empty'), text: t('main:fault.emptyText') }),
    partial: (t) => ({ title: t('main:fault.partial'), text: t('main:fault.partialText') }),
  },
  presetLabels: {
    returned: (t) => t('main:fault.cameBack'),
    high: (t) => t('main:fault.highOnes'),
    resolved: (t) => t('main:fault.status.resolved'),
  },
  choice: {
    name: 'fault',
    nameOf: ({ rule: name, equipment: unit }) => `${name}, ${unit}`,
    bulkActions: { resolve: (t) => t('main:fault.resolveMany') },
    all: {
      of: 'faults',
      max: limitFor('fault.resolve'),
      label: (t, count) => t('main:fault.selectAll', { count }),
      bulkActions: { resolve: (t, count) => t('main:fault.resolving.all', { count }) },
    },
  },
}
