/** The deployments of a customer, newest first, those that were started together in one row. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Rollout } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { address, href, nodeHref, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { statuses, statusIn } from '~/things/deployment/fleet.server'
import { DeploymentState } from '~/things/deployment/operations'
import { isRemoval, rolloutName } from '~/things/deployment/row'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Select } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { NoFleet } from './no-fleet'
import { findRollouts, findStalledRollouts, noRollouts, stalledIn } from './rollouts.server'

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
  const { customerId } = at
  const list = isStalled ? findStalledRollouts(page, { customerId }) : findRollouts(page, { customerId, status, after })
  const [customer, { found, refused }] = await Promise.all([
    ownCustomer(page.read, at),
    orRefused(args.request, list, noRollouts),
  ])
  const stalled = await stalledIn(page, { customerId, rollouts: found?.rollouts ?? [] })
  const t = translator(page.language)
  const next = found?.next
  return {
    customer: customer.name,
    rollouts:
      found?.rollouts.map((one) => rolloutRow(one, { at, t, stalled: stalled.get(one.operationId) ?? 0 })) ?? null,
    isPartial: found?.isPartial ?? false,
    status: isStalled ? ('stalled' as const) : (status ?? ''),
    statuses,
    unclear: notUnderstood(args.request, { status: isStalled ? 'stalled' : status }, refused),
    refused,
    isFiltered: isStalled || status !== undefined,
    total: found?.total,
    firstHref: after && href('deployments', at, { status }),
    nextHref: next ? href('deployments', at, { status, after: next }) : undefined,
    listHref: href('deployments', at),
    devicesHref: href('customerDevices', at),
    newHref: page.may('deploy.run') ? href('newDeployment', at) : null,
    crumbs: [{ name: t('main:deployment.title'), href: href('deployments', at) }],
    age: page.age(),
  }
}

type RolloutRow = ReturnType<typeof rolloutRow>

function rolloutRow(rollout: Rollout, { at, t, stalled }: { at: Place; t: Translate; stalled: number }) {
  const { operationId, requestedBy, requestedAt, total, counts, device } = rollout
  const operations = rollout.operations.map(({ type, packageName, displayName, toVersion }) => ({
    type,
    packageName,
    displayName: displayName || packageName,
    to: toVersion ?? null,
  }))
  return {
    operationId,
    href: href('deployment', { ...at, operationId }),
    name: rolloutName(t, [{ operations }]),
    isRemoval: isRemoval([{ operations }]),
    requestedBy: requestedBy?.fullName ?? '',
    requestedAt,
    total,
    only: device
      ? {
          name: device.name,
          href:
            (device.path && nodeHref(at, device.path, { id: device.id, type: 'device' })) ??
            href('deviceById', { ...at, deviceId: device.id }),
        }
      : null,
    counts: statuses.map((status) => ({ status, count: counts[status] ?? 0 })).filter(({ count }) => count > 0),
    stalled,
  }
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

function Rollouts({ rollouts }: { rollouts: RolloutRow[] }) {
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
      {data.isPartial && (
        <Notice tone="info" quiet>
          {t('main:deployment.list.partial')}
        </Notice>
      )}
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
              cell: (row) => <A href={row.href}>{row.name}</A>,
            },
            {
              key: 'when',
              title: t('main:deployment.column.requested'),
              cell: (row) => <Time at={row.requestedAt} />,
            },
            { key: 'who', title: t('main:deployment.column.by'), cell: (row) => <bdi>{row.requestedBy}</bdi> },
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
            shown={rollouts.length}
            total={data.total}
            firstHref={data.firstHref}
            nextHref={data.nextHref}
          />
        )}
      </Section>
    </>
  )
}

function Controllers({ rollout: { only, total } }: { rollout: RolloutRow }) {
  const t = useT()
  if (!only) return <>{t('count.devices', { count: total })}</>
  return (
    <A href={only.href}>
      <bdi>{only.name}</bdi>
    </A>
  )
}

function Counts({ rollout: { counts, total, isRemoval, stalled } }: { rollout: RolloutRow }) {
  const t = useT()
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1">
      {counts.map(({ status, count }) => (
        <li key={status} className="inline-flex items-center gap-1">
          {total > 1 && <span className="text-soft">{t('count.plain', { count })}</span>}{' '}
          <DeploymentState status={status} isRemoval={isRemoval} />
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
