/** Customers in rows, with the counts of what they hold. */
import type { Customer } from '#contracts/tenant'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/screens/list/filter'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { Badge } from '~/ui/badge'

/** `archived`: `1` only those, without it those in use. */
export const customerFields = {
  q: { kind: 'words', label: (t) => t('main:tenant.search') },
  archived: {
    kind: 'choice',
    label: (t) => t('main:tenant.show'),
    values: ['1'],
    text: (t) => t('main:tenant.archived'),
    any: (t) => t('main:tenant.active'),
  },
} as const satisfies FilterFields

export interface CustomerRow
  extends Pick<Customer, 'id' | 'name' | 'description' | 'archived' | 'siteGroupCount' | 'siteCount' | 'projectCount'> {
  href: string
  code: string
}

const description: Column<CustomerRow> = {
  key: 'description',
  title: (t) => t('main:tenant.column.description'),
  text: (row) => row.description,
}

const columns: readonly Column<CustomerRow>[] = [
  nameColumn({
    title: (t) => t('main:tenant.column.customer'),
    text: ({ name }) => name,
    beside: ({ archived }, { t }) => archived && <Badge tone="neutral">{t('main:tenant.archivedBadge')}</Badge>,
  }),
  { key: 'code', title: (t) => t('main:tenant.column.code'), text: ({ code }) => code },
  { ...description, only: 'file' },
  { key: 'groups', title: (t) => t('main:tenant.column.groups'), text: (row) => row.siteGroupCount, align: 'end' },
  { key: 'sites', title: (t) => t('main:tenant.column.sites'), text: (row) => row.siteCount, align: 'end' },
  { key: 'projects', title: (t) => t('main:tenant.column.projects'), text: (row) => row.projectCount, align: 'end' },
  {
    key: 'archived',
    title: (t) => t('main:tenant.archivedBadge'),
    text: ({ archived }, t) => t(archived ? 'word.yes' : 'word.no'),
    only: 'file',
  },
  { ...description, only: 'page' },
]

export const customerView: ListView<typeof customerFields, CustomerRow> = {
  fields: customerFields,
  columns,
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'customers', total),
  words: {
    none(t, { q, archived }) {
      const kind = archived && !q ? 'emptyArchived' : 'emptySearch'
      return { title: t(`main:tenant.${kind}`), text: t(`main:tenant.${kind}Hint`) }
    },
    empty: (t) => ({ title: t('main:tenant.empty'), text: t('main:tenant.emptyHint') }),
  },
}
