/** The deployments of a customer, newest first, those that were started together in one row. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { DeploymentStatus } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { address, href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Select } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { ownCustomer } from '../own-customer.server'
import { asPage, type DeploymentPage, findDeployments, statuses, statusIn } from './fleet.server'
import { NoFleet } from './no-fleet'
import { DeploymentState } from './operations'
import { type DeploymentRow, deploymentRow, isRemoval, rolloutName } from './row'
import { stalledAmong, stalledOf } from './stalled.server'

export const handle = { title: (_, t) => t('main:deployment.title'), menu: 'deployments' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deployments', args.params)
  const page = await reader(args, { capability: 'deploy.read' })
  const search = new URL(args.request.url).searchParams
  const isStalled = search.get('status') === 'stalled'
  const status = statusIn(search)
  const after = search.get('after') || undefined
  const [customer, found] = await Promise.all([
    ownCustomer(page.read, at),
    isStalled
      ? stalledPage(page, at)
      : findDeployments(page, { customerId: at.customerId, status, continuationToken: after }),
  ])
  const stalled = await stalledAmong(page, { customerId: at.customerId, deployments: found?.data ?? [] })
  const t = translator(page.language)
  const next = found?.continuationToken
  return {
    customer: customer.name,
    rollouts:
      found &&
      rolloutsOf(
        found.data.map((deployment) => deploymentRow(at, deployment, stalled)),
        { at, isCutAbove: Boolean(after), isCutBelow: Boolean(next) },
      ),
    status: isStalled ? ('stalled' as const) : (status ?? ''),
    statuses,
    isFiltered: isStalled || status !== undefined,
    shown: found?.data.length ?? 0,
    total: found?.totalCount ?? 0,
    firstHref: after && href('deployments', at, { status }),
    nextHref: next ? href('deployments', at, { status, after: next }) : undefined,
    listHref: href('deployments', at),
    devicesHref: href('customerDevices', at),
    newHref: page.may('deploy.run') ? href('newDeployment', at) : null,
    crumbs: [{ name: t('main:deployment.title'), href: href('deployments', at) }],
    age: page.age(),
  }
}

/** Those that have stalled are few: they stand on one page. */
async function stalledPage(
  page: Parameters<typeof findDeployments>[0],
  { customerId }: Place,
): Promise<DeploymentPage> {
  const data = await asPage(stalledOf(page, { customerId }))
  return { data, totalCount: data.length, continuationToken: null }
}

interface Rollout {
  operationId: string
  href: string
  rows: DeploymentRow[]
  /** It stands at an edge of the page: more of it may be on the next one, or on the one before. */
  isCut: boolean
  counts: { status: DeploymentStatus; count: number }[]
  stalled: number
}

/** Rows that stand together and were started together. */
function rolloutsOf(
  rows: readonly DeploymentRow[],
  { at, isCutAbove, isCutBelow }: { at: Place; isCutAbove: boolean; isCutBelow: boolean },
): Rollout[] {
  const groups: DeploymentRow[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0]?.operationId === row.operationId) last.push(row)
    else groups.push([row])
  }
  return groups.map((group, index) => {
    const operationId = group[0]?.operationId ?? ''
    const counted = statuses.map((status) => ({ status, count: group.filter((row) => row.status === status).length }))
    return {
      operationId,
      href: href('deployment', { ...at, operationId }),
      rows: group,
      isCut: (isCutAbove && index === 0) || (isCutBelow && index === groups.length - 1),
      counts: counted.filter(({ count }) => count > 0),
      stalled: group.filter((row) => row.isStalled).length,
    }
  })
}

export default function DeploymentsPage() {
  const t = useT()
  const { customer, rollouts, newHref, devicesHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{customer}</bdi>}
        name={t('main:deployment.title')}
        actions={
          newHref && (
            <ButtonLink look="primary" href={newHref}>
              {t('main:deployment.deploy')}
            </ButtonLink>
          )
        }
      />
      {rollouts ? <Rollouts rollouts={rollouts} /> : <NoFleet devicesHref={devicesHref} />}
    </Stack>
  )
}

function Rollouts({ rollouts }: { rollouts: Rollout[] }) {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const caption = t('main:deployment.list.caption')
  const options = [
    { value: '', label: t('main:deployment.list.any') },
    { value: 'stalled', label: t('main:deployment.stalled') },
    ...data.statuses.map((value) => ({ value, label: t(`deploymentStatus.${value}`) })),
  ]
  return (
    <>
      <Filters clearHref={data.isFiltered ? data.listHref : undefined}>
        <Select name="status" label={t('main:deployment.list.state')} options={options} defaultValue={data.status} />
      </Filters>
      <Section flush>
        <Table
          caption={caption}
          rows={rollouts}
          rowKey={(row) => row.operationId}
          empty={<NoDeployments />}
          columns={[
            {
              key: 'what',
              title: t('main:deployment.list.operation'),
              isRowHeader: true,
              cell: (row) => <What rollout={row} />,
            },
            {
              key: 'when',
              title: t('main:deployment.column.requested'),
              cell: (row) => row.rows[0] && <Time at={row.rows[0].requestedAt} />,
            },
            { key: 'who', title: t('main:deployment.column.by'), cell: (row) => <bdi>{row.rows[0]?.requestedBy}</bdi> },
            {
              key: 'controllers',
              title: t('main:deployment.list.controllers'),
              cell: (row) => <Controllers rollout={row} />,
            },
            { key: 'state', title: t('main:deployment.list.state'), cell: (row) => <Counts rollout={row} /> },
          ]}
        />
        {rollouts.length > 0 && (
          <Pager
            caption={caption}
            shown={data.shown}
            total={data.total}
            firstHref={data.firstHref}
            nextHref={data.nextHref}
          />
        )}
      </Section>
    </>
  )
}

function What({ rollout }: { rollout: Rollout }) {
  return <A href={rollout.href}>{rolloutName(useT(), rollout.rows)}</A>
}

function Controllers({ rollout: { rows, isCut } }: { rollout: Rollout }) {
  const t = useT()
  const [only] = rows
  if (isCut) return <>{t('main:deployment.list.atLeast', { count: rows.length })}</>
  if (!only || rows.length > 1) return <>{t('count.devices', { count: rows.length })}</>
  return (
    <A href={only.device.href ?? ''}>
      <bdi>{only.device.name}</bdi>
    </A>
  )
}

function Counts({ rollout: { counts, rows, stalled } }: { rollout: Rollout }) {
  const t = useT()
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {counts.map(({ status, count }) => (
        <li key={status} className="inline-flex items-center gap-1">
          {(counts.length > 1 || count > 1) && <span className="text-soft">{count}</span>}
          <DeploymentState status={status} isRemoval={isRemoval(rows)} />
        </li>
      ))}
      {stalled > 0 && (
        <li>
          <Badge tone="warn">{t('main:deployment.list.stalled', { count: stalled })}</Badge>
        </li>
      )}
    </ul>
  )
}

function NoDeployments() {
  const t = useT()
  const { isFiltered, listHref, devicesHref, newHref } = useLoaderData<typeof loader>()
  if (isFiltered) {
    return (
      <EmptyState
        title={t('main:deployment.list.emptyFilter')}
        actions={<ButtonLink href={listHref}>{t('action.clearFilters')}</ButtonLink>}
      >
        {t('main:deployment.list.emptyFilterText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('main:deployment.list.empty')}
      actions={newHref && <ButtonLink href={devicesHref}>{t('main:deployment.choose')}</ButtonLink>}
    >
      {t('main:deployment.list.emptyText')}
    </EmptyState>
  )
}
