/** One deployment: progress, the state of each controller, and reasons of failures (spec §4, domain §7.2). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Deployment, DeploymentStatus } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { metaFields } from '~/change/plan'
import { countInReply } from '~/domain/count'
import { deploymentStatuses, isDeploymentFailure, rolloutProgress } from '~/domain/deployment-progress'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { autoPaused, isAutoRefreshed, isLivePage } from '~/kit/frame/refresh'
import { findOrRefused } from '~/kit/list/refused-filter.server'
import { unknownParams } from '~/kit/list/unknown-params'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { actionLink, HeadActions } from '~/ui/head'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { AutoRefresh, Refresh, refreshSeconds } from '~/ui/refresh'
import { canaryOf } from './canary.server'
import { CanaryNotice, canaryStatus } from './canary-notice'
import { deploymentRecord, entryOfDeployment } from './deployment-record.server'
import { failedDeployments } from './failed-deployments.server'
import { NoFleet } from './no-fleet'
import { RolloutNotice } from './rollout-notice'
import { RolloutState } from './rollout-state'
import { RolloutTable } from './rollout-table'
import {
  countByStatus,
  deploymentPageSize,
  noDeployments,
  orErrorPage,
  readDeployments,
  readFailedFirst,
  statusIn,
} from './shared/fleet.server'
import { deploymentRow, isRemoval, pendingStart, rolloutName } from './shared/row'
import { mayHaveStalled, stalledDeployments } from './shared/stalled.server'
import { readWish, writeWish } from './wishes'

export const handle = {
  title: (data, t) => data.title ?? t('entity.deployment'),
  menu: 'deployments',
  scripts: ['deployment'],
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deployment', args.params)
  const reader = await readerFor(args, { capability: 'deploy.read' })
  const search = new URL(args.request.url).searchParams
  const [status, after] = [statusIn(search), search.get('after') || undefined]
  const query = { tenantId: at.tenantId, customerId: at.customerId, operationId: at.operationId }
  const [first, { result: deployments, refused }, counts, failures, canary] = await orErrorPage(
    Promise.all([
      readDeployments(reader, { ...query, pageSize: 1 }),
      findOrRefused(
        args.request,
        readFailedFirst(reader, { ...query, status, continuationToken: after, pageSize: deploymentPageSize }),
        noDeployments,
      ),
      countByStatus(reader, query),
      failedDeployments(reader, query),
      canaryOf(reader, at),
      ownCustomer(reader.read, at),
    ]),
  )
  const unclear = unknownParams(args.request, { status }, refused)
  const t = translator(reader.language)
  const devicesHref = href('customerDevices', at)
  const listCrumb = { name: t('main:view.deployments'), href: href('deployments', at) }
  if (!first || !deployments || !counts) return { ...noRollout, devicesHref, crumbs: [listCrumb], age: reader.age() }
  const [one] = first.data
  if (!one) {
    const start = reader.may('trail.read') ? await entryOfDeployment(at) : null
    if (!start) throw new Response(null, { status: 404 })
    const startHref = href('change', { ...at, changeId: start.changeId })
    return { ...noRollout, startHref, devicesHref, crumbs: [listCrumb], age: reader.age() }
  }
  const progress = rolloutProgress(
    deploymentStatuses.flatMap((name) => Array<DeploymentStatus>(counts[name]).fill(name)),
  )
  const isRunning = progress.running + progress.waiting > 0
  const stalledRows =
    isRunning && mayHaveStalled(one) ? (await orErrorPage(stalledDeployments(reader, query))).deployments : []
  const stalled = new Set(stalledRows.map(({ id }) => id))
  const record = reader.may('trail.read') ? await deploymentRecord(at, one.deviceId) : null
  const rows = deployments.data.map((deployment) => deploymentRow(at, deployment, stalled))
  const wishes = wishesOf(failures.failed)
  const toRetry = progress.failed - failures.retried
  const firstRow = deploymentRow(at, one)
  const title = rolloutName(t, [firstRow, ...rows])
  // A scheduled deployment needs no automatic refresh before its hour.
  const awaited = progress.waiting === progress.total ? pendingStart(one) : null
  const isAuto = isLivePage(search, isRunning && (awaited === null || isAutoRefreshed(search)))
  const listQuery = { status, after }
  return {
    title,
    startHref: null,
    devicesHref,
    canary: canary && canaryStatus(reader, at, canary),
    unclear,
    refused,
    rollout: {
      start: {
        by: firstRow.requestedBy,
        at: firstRow.requestedAt,
        scheduledAt: one.scheduledAt ?? null,
        reason: record?.reason ?? null,
      },
      progress,
      retried: failures.retried,
      stalled: stalled.size,
      isRunning,
      awaited,
      states: deploymentStatuses.map((name) => ({
        status: name,
        count: counts[name],
        href: href('deployment', at, { status: name }),
        isSelected: name === status,
      })),
      isRemoval: isRemoval([firstRow, ...rows]),
      rows,
      rowCount: rows.length,
      total: countInReply(deployments),
      isAuto,
      pausedHref: href('deployment', at, { ...listQuery, auto: autoPaused }),
      autoHref: href('deployment', at, { ...listQuery, auto: refreshSeconds }),
      allHref: href('deployment', at),
      firstHref: after && href('deployment', at, { status }),
      nextHref: deployments.continuationToken
        ? href('deployment', at, { status, after: deployments.continuationToken })
        : undefined,
      csvHref: href('deploymentCsv', at, { status }),
      retry:
        reader.may('deploy.run') && toRetry > 0
          ? {
              href: href('newDeployment', at, { failed: at.operationId, wish: wishes }),
              wishes,
              of: at.operationId,
              count: toRetry,
            }
          : null,
      trailHref: record && href('change', { ...at, changeId: record.changeId }),
    },
    crumbs: [listCrumb, { name: title, href: href('deployment', at) }],
    age: reader.age(),
  }
}

const noRollout = { rollout: null, canary: null, title: null, startHref: null }

/** Returns the packages that failed or were not started, as wishes for a new deployment. */
function wishesOf(failed: readonly Deployment[]): string[] {
  const operations = failed.flatMap((deployment) => deployment.operations)
  const failedOperations = operations.filter(({ status }) => isDeploymentFailure(status) || status === 'NotStarted')
  const wishTexts = failedOperations.map(({ type, packageName: name, toVersion }) =>
    writeWish(
      type === 'Install' && toVersion
        ? { kind: 'install', name, version: toVersion }
        : { kind: type === 'Install' ? 'newest' : 'uninstall', name },
    ),
  )
  return [...new Set(wishTexts)].filter((text) => readWish(text) !== null)
}

export default function DeploymentPage() {
  const t = useT()
  const { rollout, canary, title, startHref, devicesHref } = useLoaderData<typeof loader>()
  if (!rollout) {
    return (
      <Stack>
        <PageHeader name={t('entity.deployment')} />
        {startHref ? (
          <Notice tone="info" title={t('main:deployment.page.gone')}>
            <A href={startHref}>{t('main:deployment.page.goneText')}</A>
          </Notice>
        ) : (
          <NoFleet devicesHref={devicesHref} />
        )}
      </Stack>
    )
  }
  const { retry, csvHref, isAuto, isRunning } = rollout
  return (
    <Stack>
      <AutoRefresh isAuto={isAuto} autoHref={rollout.autoHref} />
      <PageHeader
        kind={t('entity.deployment')}
        name={title}
        actions={
          <HeadActions
            actions={retry && <Retry rollout={rollout} retry={retry} />}
            others={[actionLink(t('main:deployment.page.csv'), csvHref)]}
          />
        }
      />
      <RolloutNotice rollout={rollout} />
      {rollout.stalled > 0 && (
        <Notice tone="warn" title={t('main:deployment.page.stalled', { count: rollout.stalled })}>
          {t('main:deployment.page.stalledText')}
        </Notice>
      )}
      {canary && <CanaryNotice canary={canary} />}
      <Section
        title={t('main:deployment.page.progress')}
        aside={isRunning && <Refresh href={rollout.pausedHref} autoHref={rollout.autoHref} isAuto={isAuto} />}
      >
        <RolloutState rollout={rollout} />
      </Section>
      <RolloutTable rollout={rollout} />
    </Stack>
  )
}

type RolloutData = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['rollout']>

/** Plans the same packages again for the failed controllers. */
function Retry({ rollout, retry }: { rollout: RolloutData; retry: NonNullable<RolloutData['retry']> }) {
  const t = useT()
  return (
    <Form action={retry.href} hidden={{ failed: retry.of, wish: retry.wishes, [metaFields.stage]: 'plan' }}>
      <Button look={rollout.isRunning ? 'secondary' : 'primary'}>
        {t('main:deployment.page.retry', { count: retry.count })}
      </Button>
    </Form>
  )
}
