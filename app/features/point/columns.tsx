/** Columns of the point list: name, object, value, state and time of the reading. */
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { placedPointFields, pointFields } from './filter'
import { nameWithoutDevice, type PlacedPointRow, type PointRow, type PointWithValue } from './shared/row'
import { PointReading, PointStateBadges, ReadAt, stateText } from './shared/states'

type PointColumn = ListColumn<PointWithValue>

const name = <Row extends PointWithValue & { href: string | null }>(): ListColumn<Row> => ({
  ...nameColumn<Row>({
    title: (t) => t('main:point.one'),
    text: (row) => row.name,
    shortText: (row) => nameWithoutDevice(row.name, row),
  }),
  width: 'text',
})

const objectName: PointColumn = {
  key: 'object',
  title: (t) => t('main:point.object'),
  width: 'code',
  text: (row) => row.objectName,
  cell: (row) => <span className="mono">{nameWithoutDevice(row.objectName, row)}</span>,
}

const value: PointColumn = {
  key: 'value',
  title: (t) => t('main:point.value'),
  width: 'kind',
  text: (row) => (typeof row.value === 'boolean' ? String(row.value) : row.value),
  cell: (row) => <PointReading point={row} />,
}

const state: PointColumn = {
  key: 'state',
  title: (t) => t('field.state'),
  width: 'kind',
  text: (row, t) => stateText(t, row),
  cell: (row) => <PointStateBadges point={row} />,
}

const since: PointColumn = {
  key: 'at',
  title: (t) => t('main:point.read'),
  width: 'when',
  isSpare: true,
  text: (row) => row.at,
  cell: (row) => (row.at ? <ReadAt id={row.id} at={row.at} /> : null),
}

/** Returns a column of the file, which a reader can add to the page. */
const optional = (
  key: string,
  title: PointColumn['title'],
  text: PointColumn['text'],
  shape: Pick<PointColumn, 'width' | 'align' | 'cell'> = { width: 'how' },
): PointColumn => ({ key, title, text, isOptional: true, ...shape })

/** Columns of every point list, besides name and location. */
const valueColumns: readonly PointColumn[] = [
  value,
  optional(
    'unit',
    (t) => t('main:point.unit'),
    (row) => row.valueFormat.unit,
    { width: 'few' },
  ),
  optional(
    'kind',
    (t) => t('field.kind'),
    (row, t) => t(`main:point.kind.${row.valueFormat.kind}`),
    { width: 'kind' },
  ),
  state,
  optional(
    'quality',
    (t) => t('main:point.qualityLabel'),
    (row, t) => t(`main:point.quality.${row.quality}`),
  ),
  since,
  optional(
    'writable',
    (t) => t('main:point.is.writable'),
    (row, t) => t(row.isWritable ? 'word.yes' : 'word.no'),
    { width: 'kind' },
  ),
  optional(
    'type',
    (t) => t('main:point.type'),
    (row) => row.pointTypeId ?? '',
  ),
  optional(
    'group',
    (t) => t('main:point.group'),
    (row) => row.group ?? '',
    { width: 'place' },
  ),
]

const commonView = {
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'points', total),
  presetLabels: {
    overridden: (t) => t('main:point.is.overridden'),
    alarm: (t) => t('main:point.is.alarm'),
  },
  choice: {
    name: 'point',
    nameOf: (row) => [nameWithoutDevice(row.name, row), row.device].filter(Boolean).join(', '),
    bulkActions: { trends: (t) => t('main:trend.show') },
  },
} satisfies Partial<ListView<typeof pointFields, PointWithValue>>

const none = (t: Translate) => ({ title: t('main:point.none'), text: t('main:point.noneText') })

export const pointView: ListView<typeof pointFields, PointRow> = {
  ...commonView,
  fields: pointFields,
  columns: [name(), objectName, ...valueColumns],
  words: {
    none,
    empty: (t) => ({ title: t('main:point.empty'), text: t('main:point.emptyText') }),
    partial: (t) => ({ title: t('main:point.partial'), text: t('main:point.partialText') }),
  },
}

/** The point list of several controllers, with the controller and location of each point. */
export const placedPointView: ListView<typeof placedPointFields, PlacedPointRow> = {
  ...commonView,
  fields: placedPointFields,
  columns: [
    name(),
    {
      key: 'place',
      title: (t) => t('field.location'),
      width: 'text',
      text: ({ device, location }) => [device, location].filter(Boolean).join(' · '),
      cell: ({ device, location }) => <PlacePath before={device} path={location} room={52} />,
      only: 'page',
    },
    { ...objectName, isOptional: true },
    { key: 'device', title: (t) => t('entity.device'), width: 'place', text: (row) => row.device, isOptional: true },
    {
      key: 'hostId',
      title: (t) => t('main:device.hostId'),
      width: 'code',
      isMono: true,
      text: (row) => row.hostId,
      isOptional: true,
    },
    {
      key: 'location',
      title: (t) => t('field.location'),
      width: 'place',
      text: (row) => row.location,
      cell: (row) => <PlacePath path={row.location} />,
      isOptional: true,
    },
    ...valueColumns,
  ],
  words: {
    none,
    empty: (t) => ({ title: t('main:point.empty'), text: t('main:point.emptyPlaced') }),
    partial: (t) => ({ title: t('main:point.partial'), text: t('main:point.partialPlaced') }),
  },
}
