/** `/`: leads to where the person was last; else offers the tenants, or says why there is nothing to open (spec §4). */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { z } from 'zod'
import { type OnboardingStatus, tenant } from '#contracts/tenant'
import { type Reader, reader } from '~/backend/reader.server'
import type { CurrentUser } from '~/domain/current-user'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Actions } from '~/ui/button'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import { TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { SignedInFrame } from './frame'
import { frameData } from './frame.server'
import { enterable, lastPlace, readerAt } from './last-place.server'

export const handle = {
  title: (data, t) => t(data.tenants ? 'main:home.title' : 'main:home.noAccess.title'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args)
  const query = new URL(args.request.url).searchParams
  const here = lastPlace(made)
  if (here.role === 'no-access' || !here.tenantId) {
    return { frame: await frameData(made, {}), tenants: null, person: nobody(made) }
  }
  if (!query.has('choose')) {
    const to = await leadTo(made, here)
    if (to) throw redirect(to)
  }
  const tenants = await tenantsFor(made, query)
  if (tenants.total === 1 && !made.person.isSuper) throw redirect(href('tenant', { tenantId: here.tenantId }))
  return { frame: await frameData(readerAt(made, here), {}), tenants, person: null }
}

/** The customer of the last visit, else the only one, else the tenant; a super-admin who was nowhere yet chooses. */
async function leadTo(made: Reader, here: CurrentUser): Promise<string | null> {
  const tenantId = here.tenantId as string
  const customerId = here.customerId ?? (here.customers.length === 1 ? here.customers[0]?.id : null)
  if (customerId && (await isThere(made, { tenantId, customerId }))) return href('customer', { tenantId, customerId })
  return made.person.isSuper && made.session.lastTenantId !== tenantId ? null : href('tenant', { tenantId })
}

/** A super-admin's last customer is not among those known of them: whether it still exists has to be asked. */
async function isThere({ person, panel }: Reader, at: { tenantId: string; customerId: string }): Promise<boolean> {
  if (!person.isSuper) return true
  const found = await panel(tenant.getCustomer, { path: { id: at.customerId } })
  return found.ok && found.value.tenantId === at.tenantId
}

async function tenantsFor(made: Reader, query: URLSearchParams) {
  const search = query.get('q')?.trim().slice(0, 200) ?? ''
  if (!made.person.isSuper) {
    const rows = enterable(made.person).map(({ tenantId, name }) => ({ id: tenantId, name }) as TenantRow)
    return { rows, total: rows.length, search: null, firstHref: undefined, nextHref: undefined }
  }
  const after = query.get('after')
  const answer = await made.page(tenant.listTenants, {
    query: { pageSize: 50, search: search || undefined, continuationToken: after ?? undefined },
  })
  const kept = { choose: 1, q: search }
  return {
    rows: answer.reply.map(
      ({ id, name, tenantId, domains, totalUsers, onboardingStatus, isDisabled }): TenantRow => ({
        id,
        name,
        code: tenantId,
        domains,
        totalUsers,
        onboardingStatus,
        isDisabled,
      }),
    ),
    total: answer.totalCount ?? undefined,
    search,
    firstHref: after ? href('home', {}, kept) : undefined,
    nextHref: answer.continuationToken ? href('home', {}, { ...kept, after: answer.continuationToken }) : undefined,
  }
}

interface TenantRow {
  id: string
  name: string
  code?: string
  domains?: string[]
  totalUsers?: number
  onboardingStatus?: z.infer<typeof OnboardingStatus>
  isDisabled?: boolean
}

/** What can be said to somebody who may open nothing: who they are to us, and who could help. */
function nobody({ session, person }: Reader) {
  const { name, email, username } = session.person
  return { name, email, username, tenants: person.info.tenants.map((one) => one.name) }
}

export default function Home() {
  const { frame, tenants, person } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>{tenants ? <Chooser tenants={tenants} /> : <NoAccess person={person} />}</SignedInFrame>
  )
}

function Chooser({ tenants }: { tenants: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['tenants']> }) {
  const t = useT()
  const { rows, total, search, firstHref, nextHref } = tenants
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
} as const satisfies Record<z.infer<typeof OnboardingStatus>, string>

function State({ row: { onboardingStatus, isDisabled } }: { row: TenantRow }) {
  const t = useT()
  return (
    <span className="flex flex-wrap gap-1">
      {onboardingStatus && <Badge tone={tones[onboardingStatus]}>{t(`main:home.state.${onboardingStatus}`)}</Badge>}
      {isDisabled && <Badge tone="warn">{t('main:home.state.disabled')}</Badge>}
    </span>
  )
}

function NoAccess({ person }: { person: ReturnType<typeof nobody> }) {
  const t = useT()
  const tenants = useFormat().list(person.tenants)
  return (
    <>
      <PageHeader name={t('main:home.noAccess.title')} />
      <p className="max-w-prose">{t('main:home.noAccess.text')}</p>
      <Section title={t('main:home.noAccess.youAre')}>
        <Facts
          facts={[
            { term: t('main:home.noAccess.name'), value: <bdi>{person.name}</bdi> },
            { term: t('main:home.noAccess.email'), value: person.email && <bdi>{person.email}</bdi> },
            { term: t('main:home.noAccess.signInName'), value: person.username && <bdi>{person.username}</bdi> },
            ...(tenants ? [{ term: t('main:home.noAccess.tenants'), value: <bdi>{tenants}</bdi> }] : []),
          ]}
        />
      </Section>
      <Section title={t('main:home.noAccess.todo')}>
        <p className="mb-3 max-w-prose">
          {tenants ? t('main:home.noAccess.ask', { tenants }) : t('main:home.noAccess.askUnknown')}
        </p>
        <Actions>
          <ButtonLink href={href('home', {})}>{t('main:home.noAccess.again')}</ButtonLink>
        </Actions>
      </Section>
    </>
  )
}
