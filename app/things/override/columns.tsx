/** Columns of the override list: point, location, value, level, person and reason, start and end. */
import { mostFor } from '~/changes'
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { Badge } from '~/ui/badge'
import { Time } from '~/ui/time'
import { valueText } from '../point/value'
import { overrideFields } from './filter'
import type { OverrideRow } from './row'

type OverrideColumn = Column<OverrideRow>

const inFile = (key: string, title: OverrideColumn['title'], text: OverrideColumn['text']): OverrideColumn => ({
  key,
  title,
  text,
  only: 'file',
})

const columns: readonly OverrideColumn[] = [
  {
    ...nameColumn<OverrideRow>({ title: (t) => t('main:point.one'), text: (row) => row.name }),
    holds: 'text',
  },
  {
    key: 'deviceName',
    title: (t) => t('field.location'),
    holds: 'text',
    // Points are often named after their controller, so the location is first.
    text: (row) => [row.location, row.device].filter(Boolean).join(' · '),
    only: 'page',
  },
  inFile(
    'device',
    (t) => t('entity.device'),
    (row) => row.device,
  ),
  inFile(
    'hostId',
    (t) => t('main:device.hostId'),
    (row) => row.hostId,
  ),
  inFile(
    'location',
    (t) => t('field.location'),
    (row) => row.location,
  ),
  inFile(
    'equipment',
    (t) => t('entity.equipment'),
    (row) => row.equipment,
  ),
  {
    key: 'value',
    title: (t) => t('main:point.value'),
    holds: 'kind',
    text: (row) => (typeof row.value === 'boolean' ? String(row.value) : row.value),
    cell: (row, words) => <bdi>{valueText(words, row.meaning, row.value)}</bdi>,
  },
  inFile(
    'unit',
    (t) => t('main:point.unit'),
    (row) => row.meaning.unit,
  ),
  {
    key: 'level',
    title: (t) => t('main:point.level'),
    holds: 'kind',
    text: (row) => row.level,
    cell: (row, { t }) =>
      row.level === 1 ? (
        <Badge tone="danger">{t('main:override.short.1')}</Badge>
      ) : (
        t(row.level === 8 ? 'main:override.short.8' : 'main:override.short.16')
      ),
  },
  {
    key: 'by',
    title: (t) => t('main:point.by'),
    holds: 'text',
    only: 'page',
    text: ({ by, why }, t) => [by ?? t('main:point.byNobodyKnown'), why].filter(Boolean).join(' · '),
    cell: ({ by, why }, { t }) => (
      <>
        {by ? <bdi>{by}</bdi> : <span className="text-faint">{t('main:point.byNobodyKnown')}</span>}
        {why && (
          <>
            {' · '}
            <bdi>{why}</bdi>
          </>
        )}
      </>
    ),
  },
  inFile(
    'person',
    (t) => t('main:point.by'),
    (row, t) => row.by ?? t('main:point.byNobodyKnown'),
  ),
  {
    key: 'at',
    title: (t) => t('main:override.since'),
    holds: 'when',
    text: (row) => row.since,
    cell: (row) => <Time at={row.since} />,
  },
  {
    key: 'expiresAt',
    title: (t) => t('main:point.until'),
    holds: 'when',
    text: (row) => row.until,
    cell: (row, { t }) =>
      row.until ? <Time at={row.until} /> : <span className="text-faint">{t('main:point.noEnd')}</span>,
  },
  inFile(
    'why',
    (t) => t('field.reason'),
    (row) => row.why,
  ),
]

export const overrideView: ListView<typeof overrideFields, OverrideRow> = {
  fields: overrideFields,
  columns,
  keyOf: ({ key }) => key,
  count: (t, total) => countText(t, 'overrides', total),
  words: {
    none: (t) => ({ title: t('main:override.none'), text: t('main:point.noneText') }),
    empty: (t) => ({ title: t('main:override.empty'), text: t('main:override.emptyText') }),
    partial: (t) => ({ title: t('main:override.partial'), text: t('main:override.partialText') }),
  },
  standing: {
    forgotten: (t) => t('main:override.forgotten'),
    emergencies: (t) => t('main:override.emergencies'),
    mine: (t) => t('main:override.mine'),
  },
  choice: {
    name: 'override',
    nameOf: (row) => row.name,
    moves: { clear: (t) => t('main:override.clear') },
    all: {
      of: 'overrides',
      most: mostFor('overrides.clear'),
      label: (t, count) => t('main:override.chooseAll', { count }),
    },
  },
}
