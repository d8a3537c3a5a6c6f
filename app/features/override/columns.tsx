/** Columns of the override list: point, location, value, level, person and reason, start and end. */
import './override.css'
import { limitFor } from '~/changes'
import { nameWithoutDevice } from '~/features/point/shared/row'
import { pointValueText } from '~/features/point/shared/value'
import { countText } from '~/i18n/counted'
import type { Translate } from '~/i18n/instance'
import { stateWordText } from '~/i18n/state-word'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { Badge } from '~/ui/badge'
import { PersonInitials } from '~/ui/person'
import { ShortTime } from '~/ui/time'
import { overrideFields } from './shared/filter'
import type { OverrideRow } from './shared/row'

type OverrideColumn = ListColumn<OverrideRow>

function levelText(level: number, t: Translate): string {
  if (level === 8) return t('main:override.short.8')
  return level === 16 ? t('main:override.short.16') : t('main:override.clearing.level', { level: String(level) })
}

/** Who holds a level: a person, nobody known, or somebody else than this installation. */
function holderText({ by, isOurs }: OverrideRow, t: Translate): string {
  if (!isOurs) return t('main:override.byOthers')
  return by ?? t('main:point.byNobodyKnown')
}

/** Returns a column of the file, which a reader can add to the page. */
const optional = (
  key: string,
  title: OverrideColumn['title'],
  text: OverrideColumn['text'],
  shape: Pick<OverrideColumn, 'width' | 'isMono' | 'align' | 'cell'> = { width: 'how' },
): OverrideColumn => ({ key, title, text, isOptional: true, ...shape })

const columns: readonly OverrideColumn[] = [
  {
    ...nameColumn<OverrideRow>({
      title: (t) => t('main:point.one'),
      text: (row) => row.name,
      shortText: (row) => nameWithoutDevice(row.name, row),
    }),
    width: 'text',
  },
  {
    key: 'deviceName',
    title: (t) => t('field.location'),
    width: 'place',
    text: (row) => [row.device, row.location].filter(Boolean).join(' · '),
    cell: (row) => <PlacePath before={row.device} path={row.location} isBelow />,
    only: 'page',
  },
  optional(
    'device',
    (t) => t('entity.device'),
    (row) => row.device,
  ),
  optional(
    'hostId',
    (t) => t('main:device.hostId'),
    (row) => row.hostId,
    { width: 'code', isMono: true },
  ),
  optional(
    'location',
    (t) => t('field.location'),
    (row) => row.location,
    { width: 'place', cell: (row) => <PlacePath path={row.location} /> },
  ),
  optional(
    'equipment',
    (t) => t('entity.equipment'),
    (row) => row.equipment,
  ),
  {
    key: 'value',
    title: (t) => t('main:point.value'),
    width: 'kind',
    text: (row) => (typeof row.value === 'boolean' ? String(row.value) : row.value),
    cell: (row, words) => (
      <bdi className="held">
        {row.state ? stateWordText(words.t, row.state) : pointValueText(words, row.valueFormat, row.value)}
      </bdi>
    ),
  },
  optional(
    'unit',
    (t) => t('main:point.unit'),
    (row) => row.valueFormat.unit,
    { width: 'few' },
  ),
  {
    key: 'level',
    title: (t) => t('main:point.level'),
    width: 'kind',
    isSpare: true,
    text: (row) => row.level,
    cell: (row, { t }) =>
      row.level === 1 ? <Badge tone="danger">{t('main:override.short.1')}</Badge> : levelText(row.level, t),
  },
  {
    key: 'by',
    title: (t) => t('main:point.by'),
    width: 'who',
    only: 'page',
    text: (row, t) => [holderText(row, t), row.reason].filter(Boolean).join(' · '),
    cell: ({ by, isOurs, reason }, { t }) => (
      <>
        {!isOurs ? (
          <span className="text-soft" title={t('main:override.byOthers')}>
            {t('main:override.other')}
          </span>
        ) : by ? (
          <PersonInitials name={by} />
        ) : (
          <span className="text-faint">
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t('main:point.byNobodyKnown')}</span>
          </span>
        )}
        {reason && <bdi className="sr-only"> · {reason}</bdi>}
      </>
    ),
  },
  optional('person', (t) => t('main:point.by'), holderText),
  optional(
    'ours',
    (t) => t('main:override.holder.ours'),
    (row, t) => t(row.isOurs ? 'word.yes' : 'word.no'),
    { width: 'few' },
  ),
  {
    key: 'at',
    title: (t) => t('main:override.since'),
    width: 'day',
    isSpare: true,
    text: (row) => row.since,
    cell: (row) => <ShortTime at={row.since} />,
  },
  {
    key: 'expiresAt',
    title: (t) => t('main:point.until'),
    width: 'when',
    text: (row) => row.until,
    cell: (row, { t }) =>
      row.isOverdue ? (
        <span title={t('main:override.overdueText')}>
          <Badge tone="warn">{t('main:override.overdue')}</Badge>
        </span>
      ) : row.until ? (
        <ShortTime at={row.until} />
      ) : (
        <span className="text-faint">{t('main:point.noEnd')}</span>
      ),
  },
  optional(
    'why',
    (t) => t('field.reason'),
    (row) => row.reason,
    { width: 'place' },
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
  presetLabels: {
    forgotten: (t) => t('main:override.forgotten'),
    emergencies: (t) => t('main:override.emergencies'),
    mine: (t) => t('main:override.mine'),
    others: (t) => t('main:override.holder.others'),
  },
  choice: {
    name: 'override',
    nameOf: (row) => row.name,
    bulkActions: { clear: (t) => t('main:override.clear') },
    all: {
      of: 'overrides',
      max: limitFor('overrides.clear'),
      label: (t, count) => t('main:override.chooseAll', { count }),
    },
  },
}
