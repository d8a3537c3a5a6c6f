/** Columns of the list of tenants; super-admins see more of them. */
import type { Tenant, TenantState } from '#contracts/tenant'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import type { RoleName } from '~/permissions'
import { TenantStateBadges } from './state'

export const tenantFilterFields = {
  q: { kind: 'words', label: (t) => t('main:tenant.list.search') },
  state: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:tenant.list.state'),
    values: ['onboarded', 'notOnboarded', 'disabled'],
    text: (t, value) => t(`main:tenant.state.${value as TenantState}`),
  },
} as const satisfies FilterFields

/** Only a super-admin receives more than name and role. */
export interface TenantListRow extends Pick<Partial<Tenant>, 'totalUsers' | 'onboardingStatus' | 'isDisabled'> {
  id: string
  href: string
  name: string
  role: RoleName | null
  code?: string
  /** As in mail and DNS (punycode), and in readable form. */
  domains?: string[]
  readableDomains?: string[]
}

const name = nameColumn<TenantListRow>({ title: (t) => t('main:tenant.list.column.tenant'), text: (row) => row.name })

const role: ListColumn<TenantListRow> = {
  key: 'role',
  title: (t) => t('main:tenant.list.column.role'),
  text: (row, t) => row.role && t(`role.${row.role}`),
}

/** The list of the own tenants. */
export const ownTenantView: ListView<typeof tenantFilterFields, TenantListRow> = {
  fields: tenantFilterFields,
  columns: [name, role],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'tenants', total),
  words: {
    none: (t) => ({ title: t('main:tenant.list.noneTitle'), text: t('main:tenant.list.noneText') }),
    empty: (t) => ({ title: t('main:tenant.list.emptyTitle'), text: t('main:tenant.list.emptyText') }),
  },
}

/** The list of all tenants for super-admins, and the columns of the file. */
export const tenantView: typeof ownTenantView = {
  ...ownTenantView,
  columns: [
    name,
    { key: 'code', title: (t) => t('main:tenant.list.column.code'), text: ({ code }) => code },
    { ...role, only: 'file' },
    {
      key: 'state',
      title: (t) => t('main:tenant.list.column.state'),
      text: ({ onboardingStatus }, t) => onboardingStatus && t(`main:tenant.state.${onboardingStatus}`),
      cell: (row) => <TenantStateBadges {...row} />,
    },
    {
      key: 'disabled',
      title: (t) => t('main:tenant.state.disabled'),
      text: ({ isDisabled }, t) => (isDisabled === undefined ? null : t(isDisabled ? 'word.yes' : 'word.no')),
      only: 'file',
    },
    {
      key: 'domains',
      title: (t) => t('main:tenant.list.column.domains'),
      text: ({ domains }) => domains?.join(' '),
      cell: ({ readableDomains }) => <bdi>{readableDomains?.join(', ')}</bdi>,
    },
    {
      key: 'people',
      title: (t) => t('main:tenant.list.column.people'),
      text: ({ totalUsers }) => totalUsers,
      align: 'end',
    },
  ],
}
