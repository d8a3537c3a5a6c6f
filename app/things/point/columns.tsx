/** Columns of the point list: name, object, value, state and time of the reading. */
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { placedPointFields, pointFields } from './filter'
import { ownPart, type PlacedRow, type PointRow, type ReadPoint } from './row'
import { PointState, ReadAt, Reading, stateText } from './states'

type PointColumn = Column<ReadPoint>

const name = <Row extends ReadPoint & { href: string | null }>(): Column<Row> => ({
  ...nameColumn<Row>({
    title: (t) => t('main:point.one'),
    text: (row) => row.name,
    shown: (row) => ownPart(row.name, row),
  }),
  holds: 'text',
})

const objectName: PointColumn = {
  key: 'object',
  title: (t) => t('main:point.object'),
  holds: 'code',
  text: (row) => row.objectName,
  cell: (row) => <span className="mono">{ownPart(row.objectName, row)}</span>,
}

const value: PointColumn = {
  key: 'value',
  title: (t) => t('main:point.value'),
  holds: 'kind',
  text: (row) => (typeof row.value === 'boolean' ? String(row.value) : row.value),
  cell: (row) => <Reading point={row} />,
}

const state: PointColumn = {
  key: 'state',
  title: (t) => t('field.state'),
  holds: 'kind',
  text: (row, t) => stateText(t, row),
  cell: (row) => <PointState point={row} />,
}

const since: PointColumn = {
  key: 'at',
  title: (t) => t('main:point.read'),
  holds: 'when',
  text: (row) => row.at,
  cell: (row) => (row.at ? <ReadAt id={row.id} at={row.at} /> : null),
}

const inFile = (key: string, title: PointColumn['title'], text: PointColumn['text']): PointColumn => ({
  key,
  title,
  text,
  only: 'file',
})

/** Columns of every point list, besides name and location. */
const told: readonly PointColumn[] = [
  value,
  inFile(
    'unit',
    (t) => t('main:point.unit'),
    (row) => row.meaning.unit,
  ),
  inFile(
    'kind',
    (t) => t('field.kind'),
    (row, t) => t(`main:point.kind.${row.meaning.kind}`),
  ),
  state,
  inFile(
    'quality',
    (t) => t('main:point.qualityLabel'),
    (row, t) => t(`main:point.quality.${row.quality}`),
  ),
  since,
  inFile(
    'writable',
    (t) => t('main:point.is.writable'),
    (row, t) => t(row.isWritable ? 'word.yes' : 'word.no'),
  ),
  inFile(
    'type',
    (t) => t('main:point.type'),
    (row) => row.pointTypeId,
  ),
]

const said = {
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'points', total),
  standing: {
    overridden: (t) => t('main:point.is.overridden'),
    alarm: (t) => t('main:point.is.alarm'),
  },
  choice: {
    name: 'point',
    nameOf: (row) => [ownPart(row.name, row), row.device].filter(Boolean).join(', '),
    moves: { trends: (t) => t('main:trend.show') },
  },
} satisfies Partial<ListView<typeof pointFields, ReadPoint>>

const none = (t: Translate) => ({ title: t('main:point.none'), text: t('main:point.noneText') })

export const pointView: ListView<typeof pointFields, PointRow> = {
  ...said,
  fields: pointFields,
  columns: [name(), objectName, ...told],
  words: {
    none,
    empty: (t) => ({ title: t('main:point.empty'), text: t('main:point.emptyText') }),
    partial: (t) => ({ title: t('main:point.partial'), text: t('main:point.partialText') }),
  },
}

/** The point list of several controllers, with the controller and location of each point. */
export const placedPointView: ListView<typeof placedPointFields, PlacedRow> = {
  ...said,
  fields: placedPointFields,
  columns: [
    name(),
    {
      key: 'place',
      title: (t) => t('field.location'),
      holds: 'text',
      text: ({ device, location }) => [device, location].filter(Boolean).join(' · '),
      only: 'page',
    },
    { ...objectName, only: 'file' },
    { key: 'device', title: (t) => t('entity.device'), text: (row) => row.device, only: 'file' },
    { key: 'hostId', title: (t) => t('main:device.hostId'), text: (row) => row.hostId, only: 'file' },
    { key: 'location', title: (t) => t('field.location'), text: (row) => row.location, only: 'file' },
    ...told,
  ],
  words: {
    none,
    empty: (t) => ({ title: t('main:point.empty'), text: t('main:point.emptyPlaced') }),
    partial: (t) => ({ title: t('main:point.partial'), text: t('main:point.partialPlaced') }),
  },
}
