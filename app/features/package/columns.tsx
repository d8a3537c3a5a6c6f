/** Columns and filters of the list of packages. */
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListView } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import type { PackageRow } from './row'

export const packageFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:package.list.searchHint') },
} as const satisfies FilterFields

export const packageView: ListView<typeof packageFields, PackageRow> = {
  fields: packageFields,
  columns: [
    {
      ...nameColumn<PackageRow>({
        title: (t) => t('entity.package'),
        text: ({ displayName }) => displayName,
        beside: ({ mandatory }, { t }) => mandatory && <Badge tone="info">{t('main:package.mandatory')}</Badge>,
      }),
      width: 'text',
    },
    {
      key: 'description',
      title: (t) => t('field.description'),
      width: 'text',
      text: ({ description }) => description,
    },
    {
      key: 'mandatory',
      title: (t) => t('main:package.mandatory'),
      text: ({ mandatory }, t) => t(mandatory ? 'word.yes' : 'word.no'),
      only: 'file',
    },
    {
      key: 'newest',
      title: (t) => t('main:package.newest'),
      width: 'code',
      text: ({ newest }) => newest,
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
      width: 'how',
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
