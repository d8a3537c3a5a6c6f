/** Packages in rows, and how their list is narrowed. */
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/screens/list/filter'
import type { ListView } from '~/screens/list/view'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import type { PackageRow } from './row'

export const packageFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:package.list.searchHint') },
} as const satisfies FilterFields

export const packageView: ListView<typeof packageFields, PackageRow> = {
  fields: packageFields,
  columns: [
    {
      key: 'name',
      title: (t) => t('entity.package'),
      isRowHeader: true,
      text: ({ displayName }) => displayName,
      cell: ({ href, displayName, mandatory, description }, { t }) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2">
            {href ? (
              <A href={href}>
                <bdi>{displayName}</bdi>
              </A>
            ) : (
              <bdi>{displayName}</bdi>
            )}
            {mandatory && <Badge tone="info">{t('main:package.mandatory')}</Badge>}
          </span>{' '}
          {description && <span className="block text-sm font-normal text-soft">{description}</span>}
        </>
      ),
    },
    {
      key: 'newest',
      title: (t) => t('main:package.newest'),
      text: ({ newest }) => newest,
      cell: ({ newest }) => <bdi className="tabular-nums">{newest}</bdi>,
    },
    {
      key: 'versions',
      title: (t) => t('main:package.versions'),
      align: 'end',
      text: ({ versionCount }) => versionCount,
    },
    {
      key: 'architectures',
      title: (t) => t('main:package.architectures'),
      text: ({ architectures }, t) =>
        architectures.map((one) => (one === 'MULTIPLE' ? t('main:package.anyArchitecture') : one)).join(', '),
    },
  ],
  keyOf: ({ name }) => name,
  count: (t, total) => countText(t, 'packages', total),
  words: {
    none: (t) => ({ title: t('main:package.list.none') }),
    empty: (t) => ({ title: t('main:package.list.empty'), text: t('main:package.list.emptyText') }),
  },
}
