/** Columns of the fault list: severity, rule, equipment, state, start and occurrences. */
import { mostFor } from '~/changes'
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { Time } from '~/ui/time'
import { faultFields } from './filter'
import type { FaultRow } from './row'
import { FaultSeverity, FaultState } from './states'

type FaultColumn = Column<FaultRow>

const rule: FaultColumn = {
  ...nameColumn<FaultRow>({ key: 'rule', title: (t) => t('main:fault.rule'), text: (row) => row.rule }),
  holds: 'text',
}

/** The narrowest part first, because rows are truncated at their end. */
const where: FaultColumn = {
  key: 'equipment',
  title: (t) => t('main:fault.equipment'),
  holds: 'text',
  text: (row) => [row.equipment, row.location || row.site].filter(Boolean).join(' · '),
  only: 'page',
}

const severity: FaultColumn = {
  key: 'severity',
  title: (t) => t('main:fault.severityLabel'),
  holds: 'kind',
  text: (row, t) => t(`severity.${row.severity}`),
  cell: (row) => <FaultSeverity fault={row} />,
}

const state: FaultColumn = {
  key: 'state',
  title: (t) => t('field.state'),
  holds: 'kind',
  text: (row, t) => t(row.cameBack ? 'main:fault.cameBack' : `main:fault.status.${row.status}`),
  cell: (row) => <FaultState fault={row} />,
}

const since: FaultColumn = {
  key: 'since',
  title: (t) => t('main:fault.since'),
  holds: 'when',
  text: (row) => row.since,
  cell: (row) => <Time at={row.since} />,
}

const times: FaultColumn = {
  key: 'times',
  title: (t) => t('main:fault.occurrences'),
  align: 'end',
  text: (row) => row.times,
}

const inFile = (key: string, title: FaultColumn['title'], text: FaultColumn['text']): FaultColumn => ({
  key,
  title,
  text,
  only: 'file',
})

const ofFile: readonly FaultColumn[] = [
  inFile(
    'equipment',
    (t) => t('main:fault.equipment'),
    (row) => row.equipment,
  ),
  inFile(
    'location',
    (t) => t('field.location'),
    (row) => row.location,
  ),
  inFile(
    'site',
    (t) => t('entity.site'),
    (row) => row.site,
  ),
  inFile(
    'hostId',
    (t) => t('main:device.hostId'),
    (row) => row.hostId,
  ),
  inFile(
    'equipmentType',
    (t) => t('main:fault.equipmentType'),
    (row) => row.equipmentType,
  ),
  inFile(
    'category',
    (t) => t('main:fault.categoryLabel'),
    (row, t) => row.category && t(`main:fault.category.${row.category}`),
  ),
  inFile(
    'ended',
    (t) => t('main:fault.ended'),
    (row) => row.ended,
  ),
  inFile(
    'minutes',
    (t) => t('main:fault.durationMin'),
    (row) => row.minutes,
  ),
  inFile(
    'resolution',
    (t) => t('main:fault.field.resolution'),
    (row, t) => row.resolution && t(`main:fault.resolution.${row.resolution}`),
  ),
  inFile(
    'notes',
    (t) => t('main:fault.notes'),
    (row) => row.notes,
  ),
]

export const faultView: ListView<typeof faultFields, FaultRow> = {
  fields: faultFields,
  columns: [severity, rule, where, state, since, times, ...ofFile],
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
  standing: {
    returned: (t) => t('main:fault.cameBack'),
    high: (t) => t('main:fault.highOnes'),
    resolved: (t) => t('main:fault.status.resolved'),
  },
  choice: {
    name: 'fault',
    nameOf: ({ rule: name, equipment: unit }) => `${name}, ${unit}`,
    moves: { resolve: (t) => t('main:fault.resolveMany') },
    all: {
      of: 'faults',
      most: mostFor('fault.resolve'),
      label: (t, count) => t('main:fault.selectAll', { count }),
      moves: { resolve: (t, count) => t('main:fault.resolving.all', { count }) },
    },
  },
}
