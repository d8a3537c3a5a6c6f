/** Columns of the list of sites. */

import { limitFor } from '~/changes'
import { countText } from '~/i18n/counted'
import type { Label } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { CountLink, Offline } from '~/kit/place/place-table'
import { Badge } from '~/ui/badge'
import { siteFilterFields } from './filter'
import type { SiteListRow } from './row'
import { usageText } from './shared/usage'

type OptionalKey = 'city' | 'state' | 'postalCode' | 'country' | 'latitude' | 'longitude' | 'timeZone'

/** Returns a column of the file, which a reader can add to the page. */
const optional = (key: OptionalKey): ListColumn<SiteListRow> => ({
  key,
  title: (t) => t(`main:site.csv.${key}`),
  text: (row) => row[key],
  isOptional: true,
  ...(key === 'latitude' || key === 'longitude' ? { align: 'end' } : { width: 'code' }),
})

const countColumn = (key: 'buildings' | 'devices' | 'spaces', isOptional?: true): ListColumn<SiteListRow> => ({
  key,
  title: (t) => t(`main:site.places.${key}`),
  text: ({ counts }) => counts?.[key] ?? null,
  align: 'end',
  ...(isOptional && { isOptional }),
  ...(key === 'devices' && {
    cell: ({ counts, lists }: SiteListRow) => <CountLink count={counts?.devices} href={lists?.devices} />,
  }),
})

const title =
  (key: 'address' | 'usage'): Label =>
  (t) =>
    t(`main:site.csv.${key}`)

export const siteColumns: readonly ListColumn<SiteListRow>[] = [
  {
    ...nameColumn<SiteListRow>({
      title: (t) => t('field.name'),
      text: ({ name }) => name,
      beside: ({ archived }, { t }) => archived && <Badge tone="neutral">{t('main:site.archived')}</Badge>,
    }),
    width: 'text',
  },
  { key: 'group', title: (t) => t('entity.group'), width: 'how', text: ({ group }) => group },
  {
    key: 'place',
    title: (t) => t('main:site.address'),
    text: ({ address, city, state, postalCode, country }) =>
      [address, city, state, postalCode, country].filter(Boolean).join(', '),
    // The whole address is in the tooltip.
    cell: ({ address, city, state }) => <bdi>{[city, state].filter(Boolean).join(', ') || address}</bdi>,
    width: 'code',
    only: 'page',
  },
  {
    key: 'usage',
    title: (t) => t('main:site.usageName'),
    width: 'code',
    text: ({ usage }, t) => usageText(t, usage),
  },
  { key: 'address', title: title('address'), width: 'place', text: ({ address }) => address, isOptional: true },
  ...(['city', 'state', 'postalCode', 'country', 'latitude', 'longitude'] as const).map(optional),
  { key: 'size', title: (t) => t('main:site.csv.size'), align: 'end', text: ({ size }) => size, isOptional: true },
  {
    key: 'units',
    title: (t) => t('main:site.csv.units'),
    width: 'few',
    text: ({ size, isInFeet }) => (size ? (isInFeet ? 'ft²' : 'm²') : ''),
    isOptional: true,
  },
  optional('timeZone'),
  {
    key: 'archived',
    title: (t) => t('main:site.csv.archived'),
    width: 'kind',
    text: ({ archived }, t) => t(archived ? 'word.yes' : 'word.no'),
    isOptional: true,
  },
  countColumn('buildings'),
  countColumn('spaces', true),
  countColumn('devices'),
  {
    key: 'offline',
    title: (t) => t('main:site.places.offline'),
    text: ({ counts }) => counts?.offline ?? null,
    align: 'end',
    cell: ({ counts, lists }) => <Offline count={counts?.offline} href={lists?.offline} />,
  },
]

export const siteView: ListView<typeof siteFilterFields, SiteListRow> = {
  fields: siteFilterFields,
  columns: siteColumns,
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'sites', total),
  words: {
    none: (t) => ({ title: t('main:site.list.noneTitle'), text: t('main:site.list.noneText') }),
    empty: (t) => ({ title: t('main:site.list.emptyTitle'), text: t('main:site.list.emptyText') }),
    partial: (t) => ({ title: t('main:site.list.partialTitle'), text: t('main:site.list.partialText') }),
  },
  choice: {
    name: 'site',
    nameOf: ({ name }) => name,
    bulkActions: { move: (t) => t('main:site.move.start') },
    all: {
      of: 'sites',
      max: limitFor('site.move'),
      label: (t, count) => t('main:site.list.selectAll', { count }),
    },
  },
}
