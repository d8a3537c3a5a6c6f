/** The tenants somebody may enter, to choose one of. */
import type { z } from 'zod'
import type { OnboardingStatus } from '#contracts/tenant'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import { A } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'

type Status = z.infer<typeof OnboardingStatus>

/** Only a super-admin is told more than the name. */
export interface TenantRow {
  id: string
  name: string
  code?: string
  domains?: string[]
  totalUsers?: number
  onboardingStatus?: Status
  isDisabled?: boolean
}

export interface TenantsToChoose {
  rows: TenantRow[]
  total: number | undefined
  /** What was searched for; null where there is nothing to search. */
  search: string | null
  firstHref: string | undefined
  nextHref: string | undefined
}

export function TenantChooser({ rows, total, search, firstHref, nextHref }: TenantsToChoose) {
  const t = useT()
  const name = { key: 'name', title: t('main:home.column.tenant'), isRowHeader: true, cell: tenantLink }
  const more = [
    { key: 'code', title: t('main:home.column.code'), cell: (row: TenantRow) => row.code },
    { key: 'domains', title: t('main:home.column.domains'), cell: (row: TenantRow) => row.domains?.join(', ') },
    {
      key: 'people',
      title: t('main:home.column.people'),
      align: 'end' as const,
      cell: (row: TenantRow) => row.totalUsers,
    },
    { key: 'state', title: t('main:home.column.state'), cell: (row: TenantRow) => <State row={row} /> },
  ]
  return (
    <>
      <PageHeader name={t('main:home.title')} status={<span className="text-soft">{t('main:home.intro')}</span>} />
      {search !== null && (
        <Filters keep={{ choose: '1' }} clearHref={search ? href('home', {}, { choose: 1 }) : undefined}>
          <TextInput name="q" type="search" label={t('main:home.search')} defaultValue={search} />
        </Filters>
      )}
      <Section flush>
        <Table
          caption={t('main:home.caption')}
          columns={search === null ? [name] : [name, ...more]}
          rows={rows}
          rowKey={(row) => row.id}
          empty={<EmptyState title={t('main:home.empty')}>{t('main:home.emptyHint')}</EmptyState>}
        />
        <Pager
          caption={t('main:home.caption')}
          shown={rows.length}
          total={total}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      </Section>
    </>
  )
}

function tenantLink(row: TenantRow) {
  return (
    <A href={href('tenant', { tenantId: row.id })}>
      <bdi>{row.name}</bdi>
    </A>
  )
}

const tones = {
  notOnboarded: 'neutral',
  inProgress: 'progress',
  onboarded: 'ok',
  failed: 'danger',
  offboarding: 'progress',
  offboarded: 'neutral',
} as const satisfies Record<Status, Tone>

function State({ row: { onboardingStatus, isDisabled } }: { row: TenantRow }) {
  const t = useT()
  return (
    <span className="flex flex-wrap gap-1">
      {onboardingStatus && <Badge tone={tones[onboardingStatus]}>{t(`main:home.state.${onboardingStatus}`)}</Badge>}
      {isDisabled && <Badge tone="warn">{t('main:home.state.disabled')}</Badge>}
    </span>
  )
}
