/** Columns of the objects of a controller: name, probable point type, and whether it has a role. */
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/kit/list/name-column'
import type { ListView } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import { catalogFields } from './filter'
import type { CatalogRow } from './row'

export const catalogView: ListView<typeof catalogFields, CatalogRow> = {
  fields: catalogFields,
  columns: [
    { ...nameColumn<CatalogRow>({ title: (t) => t('field.name'), text: (row) => row.name }), width: 'text' },
    { key: 'description', title: (t) => t('field.description'), text: (row) => row.description, only: 'file' },
    {
      key: 'object',
      title: (t) => t('main:point.object'),
      width: 'code',
      text: (row) => row.object,
      cell: (row) => <span className="mono">{row.object}</span>,
    },
    { key: 'kind', title: (t) => t('field.kind'), text: (row, t) => t(`main:point.kind.${row.kind}`), only: 'file' },
    { key: 'unit', title: (t) => t('main:point.unit'), text: (row) => row.unit, only: 'file' },
    {
      key: 'writable',
      title: (t) => t('main:point.is.writable'),
      text: (row, t) => t(row.isWritable ? 'word.yes' : 'word.no'),
      only: 'file',
    },
    {
      key: 'guess',
      title: (t) => t('main:catalog.guess'),
      width: 'text',
      text: (row) => row.guess,
      cell: (row, { t, format }) =>
        row.guess ? (
          <>
            <bdi>{row.guess}</bdi> <span className="text-soft">{format.percent(row.confidence)}</span>
          </>
        ) : (
          <span className="text-faint">{t('word.unknown')}</span>
        ),
    },
    {
      key: 'sure',
      title: (t) => t('main:catalog.sure'),
      text: (row) => (row.guess ? row.confidence : null),
      only: 'file',
    },
    {
      key: 'role',
      title: (t) => t('main:catalog.role'),
      width: 'how',
      text: (row, t) => t(row.isMapped ? 'main:catalog.mapped' : 'main:catalog.unmapped'),
      cell: (row, { t }) => (
        <Badge tone={row.isMapped ? 'ok' : 'neutral'}>
          {t(row.isMapped ? 'main:catalog.mapped' : 'main:catalog.unmapped')}
        </Badge>
      ),
    },
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'objects', total),
  words: {
    none: (t) => ({ title: t('main:catalog.none'), text: t('main:point.noneText') }),
    empty: (t) => ({ title: t('main:catalog.empty'), text: t('main:catalog.emptyText') }),
  },
  presetLabels: {
    unmapped: (t) => t('main:catalog.unmapped'),
    guessed: (t) => t('main:catalog.unmappedGuessed'),
  },
}
