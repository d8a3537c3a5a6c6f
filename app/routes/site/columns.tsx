/** Columns of the list of sites. */

import { mostFor } from '~/changes'
import { countText } from '~/i18n/counted'
import type { Said } from '~/screens/list/filter'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { CountLink, Offline } from '~/screens/place/place-table'
import { siteFields } from '~/things/site/filter'
import { usageText } from '~/things/site/usage'
import { Badge } from '~/ui/badge'
import type { SiteRow } from './row'

type InFile = 'city' | 'state' | 'postalCode' | 'country' | 'latitude' | 'longitude' | 'timeZone'

const inFile = (key: InFile): Column<SiteRow> => ({
  key,
  title: (t) => t(`main:site.csv.${key}`),
  text: (row) => row[key],
  only: 'file',
})

const counted = (key: 'buildings' | 'devices' | 'spaces', only?: 'file'): Column<SiteRow> => ({
  key,
  title: (t) => t(`main:site.places.${key}`),
  text: ({ counts }) => counts?.[key] ?? null,
  align: 'end',
  ...(only && { only }),
  ...(key === 'devices' && {
    cell: ({ counts, lists }: SiteRow) => <CountLink count={counts?.devices} href={lists?.devices} />,
  }),
})

const title =
  (key: 'address' | 'usage'): Said =>
  (t) =>
    t(`main:site.csv.${key}`)

export const siteColumns: readonly Column<SiteRow>[] = [
  nameColumn({
    title: (t) => t('field.name'),
    text: ({ name }) => name,
    beside: ({ archived }, { t }) => archived && <Badge tone="neutral">{t('main:site.archived')}</Badge>,
  }),
  { key: 'group', title: (t) => t('entity.group'), text: ({ group }) => group },
  {
    key: 'place',
    title: (t) => t('main:site.address'),
    text: ({ address, city, state, postalCode, country }) =>
      [address, city, state, postalCode, country].filter(Boolean).join(', '),
    only: 'page',
  },
  {
    key: 'usage',
    title: (t) => t('main:site.usageName'),
    text: ({ usage }, t) => usageText(t, usage),
  },
  { key: 'address', title: title('address'), text: ({ address }) => address, only: 'file' },
  ...(['city', 'state', 'postalCode', 'country', 'latitude', 'longitude'] as const).map(inFile),
  { key: 'size', title: (t) => t('main:site.csv.size'), text: ({ size }) => size, only: 'file' },
  {
    key: 'units',
    title: (t) => t('main:site.csv.units'),
    text: ({ size, isInFeet }) => (size ? (isInFeet ? 'ft²' : 'm²') : ''),
    only: 'file',
  },
  inFile('timeZone'),
  {
    key: 'archived',
    title: (t) => t('main:site.csv.archived'),
    text: ({ archived }, t) => t(archived ? 'word.yes' : 'word.no'),
    only: 'file',
  },
  counted('buildings'),
  counted('spaces', 'file'),
  counted('devices'),
  {
    key: 'offline',
    title: (t) => t('main:site.places.offline'),
    text: ({ counts }) => counts?.offline ?? null,
    align: 'end',
    cell: ({ counts, lists }) => <Offline count={counts?.offline} href={lists?.offline} />,
  },
]

export const siteView: ListView<typeof siteFields, SiteRow> = {
  fields: siteFields,
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
    moves: { move: (t) => t('main:site.move.start') },
    all: {
      of: 'sites',
      most: mostFor('site.move'),
      label: (t, count) => t('main:site.list.selectAll', { count }),
    },
  },
}
