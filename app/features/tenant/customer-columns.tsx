/** Columns of the list of customers, with counts. */
import type { Customer } from '#contracts/tenant'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'

/** `archived`: `1` shows archived customers only, absent those in use. */
export const customerFilterFields = {
  q: { kind: 'words', label: (t) => t('main:tenant.search') },
  archived: {
    kind: 'choice',
    label: (t) => t('main:tenant.show'),
    values: ['1'],
    text: (t) => t('main:tenant.archived'),
    any: (t) => t('main:tenant.active'),
  },
} as const satisfies FilterFields

export interface CustomerListRow
  extends Pick<Customer, 'id' | 'name' | 'description' | 'archived' | 'siteGroupCount' | 'siteCount' | 'projectCount'> {
  href: string
  code: string
  /** On the page only; null while it cannot be read. */
  health?: CustomerHealth | null
}

/** The counts of a customer, in the order of the columns; the last two are in the figures only. */
export const healthKeys = [
  'devices',
  'offline',
  'alarms',
  'faults',
  'failedSends',
  'failedDeployments',
  'waitingSends',
  'deploying',
] as const
export type HealthKey = (typeof healthKeys)[number]

/** Counts that the person may not read are absent. */
export type CustomerHealth = Partial<Record<HealthKey, { count: number; href: string | null }>>

const description: ListColumn<CustomerListRow> = {
  key: 'description',
  title: (t) => t('main:tenant.column.description'),
  text: (row) => row.description,
}

/** Returns a column with a count linked to its list; empty where it is unknown. */
function healthColumn(
  key: Exclude<HealthKey, 'waitingSends' | 'deploying'>,
  tone?: string,
): ListColumn<CustomerListRow> {
  return {
    key,
    title: (t) => t(`main:tenant.column.${key}`),
    text: () => null,
    cell({ health }, { format }) {
      const entry = health?.[key]
      if (!entry) return null
      const count = format.number(entry.count)
      if (entry.count === 0) return <span className="text-faint">{count}</span>
      return entry.href ? (
        <A href={entry.href} className={tone}>
          {count}
        </A>
      ) : (
        <span className={tone}>{count}</span>
      )
    },
    align: 'end',
    only: 'page',
  }
}

const columns: readonly ListColumn<CustomerListRow>[] = [
  {
    ...nameColumn<CustomerListRow>({
      title: (t) => t('main:tenant.column.customer'),
      text: ({ name }) => name,
      beside: ({ archived }, { t }) => archived && <Badge tone="neutral">{t('main:tenant.archivedBadge')}</Badge>,
    }),
    width: 'text',
  },
  { key: 'code', title: (t) => t('main:tenant.column.code'), width: 'kind', text: ({ code }) => code },
  { ...description, width: 'place', isOptional: true },
  {
    key: 'groups',
    title: (t) => t('main:tenant.column.groups'),
    text: (row) => row.siteGroupCount,
    align: 'end',
    isOptional: true,
  },
  { key: 'sites', title: (t) => t('main:tenant.column.sites'), text: (row) => row.siteCount, align: 'end' },
  {
    key: 'projects',
    title: (t) => t('main:tenant.column.projects'),
    text: (row) => row.projectCount,
    align: 'end',
    isOptional: true,
  },
  healthColumn('devices'),
  healthColumn('offline', 'text-danger'),
  healthColumn('alarms', 'text-danger'),
  healthColumn('faults', 'text-warn'),
  healthColumn('failedSends', 'text-danger'),
  healthColumn('failedDeployments', 'text-danger'),
  {
    key: 'archived',
    title: (t) => t('main:tenant.archivedBadge'),
    text: ({ archived }, t) => t(archived ? 'word.yes' : 'word.no'),
    only: 'file',
  },
]

export const customerView: ListView<typeof customerFilterFields, CustomerListRow> = {
  fields: customerFilterFields,
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
