/** The deployments of one controller, newest first (spec §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { DeviceHeader, deviceHeading } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { DeploymentState, Operations, ScheduledStart, StalledBadge } from './shared/operations'
import { deploymentRow, isRemoval } from './shared/row'
import { stalledIds } from './shared/stalled.server'

export const handle = {
  title: (data, t) => t('main:deployment.device.titleOf', { name: data.device.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const pageSize = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceDeployments', args.params)
  const reader = await readerFor(args, { view: 'deployments' })
  const path = { id: at.deviceId }
  const [{ node: device, path: ancestors, site: where }, catalogues, deployments] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: 'deviceDeployments', at, request: args.request },
      reader.read(site.getDevice, { path }),
    ),
    reader.catalogues(),
    reader.panel(site.listDeployments, { path }),
  ])
  const stalled = deployments.ok
    ? await stalledIds(reader, {
        customerId: at.customerId,
        deployments: deployments.value,
        hostId: device.hostId ?? '',
      })
    : new Set<string>()
  const self = { id: device.id, name: device.name, type: 'device' as const }
  return {
    device: deviceHeading(reader, { at, device, catalogues }),
    timeZone: (where?.ok && where.value.timeZone) || undefined,
    deployments: deployments.ok ? { ok: true as const, ...pageOf(deployments.value) } : deployments,
    ignored: unknownParams(args.request, { changed: '-' }),
    crumbs: crumbsOf(at, [...ancestors, self], {
      name: translator(reader.language)('main:view.packages'),
      href: href('deviceDeployments', at),
    }),
    age: reader.age(),
  }

  /** The call returns all of them; a page shows 50, starting after the deployment that `after` names. */
  function pageOf(all: (typeof deployments & { ok: true })['value']) {
    const after = new URL(args.request.url).searchParams.get('after')
    const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0
    const pageRows = all.slice(start, start + pageSize)
    const last = pageRows.at(-1)
    return {
      rows: pageRows.map((one) => ({
        ...deploymentRow(at, one, stalled),
        href: href('deployment', { ...at, operationId: one.operationId }),
      })),
      total: all.length,
      firstHref: start > 0 ? href('deviceDeployments', at) : undefined,
      nextHref: last && start + pageSize < all.length ? href('deviceDeployments', at, { after: last.id }) : undefined,
    }
  }
}

export default function DeviceDeployments() {
  const t = useT()
  const { device, deployments } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <DeviceHeader device={device} view="deployments" />
      {deployments.ok ? (
        <Section flush>
          <History />
        </Section>
      ) : (
        <Unavailable detail={serviceProblemText(t, deployments.problem)} />
      )}
    </Stack>
  )
}

function History() {
  const t = useT()
  const { device, deployments, timeZone } = useLoaderData<typeof loader>()
  if (!deployments.ok) return null
  const { rows, total, firstHref, nextHref } = deployments
  const caption = t('main:deployment.device.caption')
  return (
    <>
      <Table
        caption={caption}
        rows={rows}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            title={t('main:deployment.device.empty')}
            offers={[{ label: t('main:device.deploy'), href: device.links.deploy }]}
          >
            {t('main:deployment.device.emptyText')}
          </EmptyState>
        }
        columns={[
          {
            key: 'requested',
            title: t('main:deployment.column.requested'),
            isRowHeader: true,
            cell: (row) => (
              <A href={row.href}>
                <Time at={row.requestedAt} timeZone={timeZone} />
              </A>
            ),
          },
          { key: 'by', title: t('main:deployment.column.by'), cell: (row) => <bdi>{row.requestedBy}</bdi> },
          {
            key: 'packages',
            title: t('main:deployment.column.packages'),
            cell: (row) => <Operations row={row} />,
          },
          {
            key: 'state',
            title: t('main:deployment.column.state'),
            cell: (row) => (
              <>
                <DeploymentState status={row.status} isRemoval={isRemoval([row])} /> <StalledBadge row={row} />
                <ScheduledStart row={row} />
              </>
            ),
          },
          {
            key: 'finished',
            title: t('main:deployment.column.finished'),
            cell: (row) => row.completedAt && <Time at={row.completedAt} timeZone={timeZone} />,
          },
        ]}
      />
      {rows.length > 0 && (
        <Pager caption={caption} rowCount={rows.length} total={total} firstHref={firstHref} nextHref={nextHref} />
      )}
    </>
  )
}
