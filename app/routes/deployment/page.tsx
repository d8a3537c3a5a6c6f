/** One deployment: progress, the state of each controller, and reasons of failures (spec §4, domain §7.2). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Deployment, DeploymentStatus } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { metaFields } from '~/change/plan'
import { countedIn } from '~/domain/counted'
import { deploymentStatuses, isDeploymentFailure, rolloutProgress } from '~/domain/deployment-progress'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { isAutomatic, isLive, paused } from '~/screens/frame/refreshing'
import { notUnderstood } from '~/screens/list/not-understood'
import { orRefused } from '~/screens/list/refused-filter.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import {
  askDeployments,
  askFailedFirst,
  asPage,
  countByStatus,
  noDeployments,
  pageSize,
  statusIn,
} from '~/things/deployment/fleet.server'
import { awaitedHour, deploymentRow, isRemoval, rolloutName } from '~/things/deployment/row'
import { mayHaveStalled, stalledOf } from '~/things/deployment/stalled.server'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { Offers, offer } from '~/ui/head'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { AutoRefresh, Refresh, refreshSeconds } from '~/ui/refresh'
import { canaryOf } from './canary.server'
import { CanaryNotice, canaryShown } from './canary-notice'
import { failedSince } from './failed-since.server'
import { NoFleet } from './no-fleet'
import { recordOf } from './record-of.server'
import { RolloutNotice } from './rollout-notice'
import { RolloutState } from './rollout-state'
import { RolloutTable } from './rollout-table'
import { readWish, writeWish } from './wishes'

export const handle = {
  title: (data, t) => data.title ?? t('entity.deployment'),
  menu: 'deployments',
  scripts: ['deployment'],
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deployment', args.params)
  const page = await reader(args, { capability: 'deploy.read' })
  const search = new URL(args.request.url).searchParams
  const [status, after] = [statusIn(search), search.get('after') || undefined]
  const query = { tenantId: at.tenantId, customerId: at.customerId, operationId: at.operationId }
  const [first, { found: shown, refused }, counts, since, canary] = await asPage(
    Promise.all([
      askDeployments(page, { ...query, pageSize: 1 }),
      orRefused(
        args.request,
        askFailedFirst(page, { ...query, status, continuationToken: after, pageSize }),
        noDeployments,
      ),
      countByStatus(page, query),
      failedSince(page, query),
      canaryOf(page, at),
      ownCustomer(page.read, at),
    ]),
  )
  const unclear = notUnderstood(args.request, { status }, refused)
  const t = translator(page.language)
  const devicesHref = href('customerDevices', at)
  const listCrumb = { name: t('main:view.deployments'), href: href('deployments', at) }
  if (!first || !shown || !counts)
    return { rollout: null, canary: null, title: null, devicesHref, crumbs: [listCrumb], age: page.age() }
  const [one] = first.data
  if (!one) throw new Response(null, { status: 404 })
  const progress = rolloutProgress(
    deploymentStatuses.flatMap((name) => Array<DeploymentStatus>(counts[name]).fill(name)),
  )
  const isRunning = progress.running + progress.waiting > 0
  const late = isRunning && mayHaveStalled(one) ? (await asPage(stalledOf(page, query))).deployments : []
  const stalled = new Set(late.map(({ id }) => id))
  const record = page.may('trail.read') ? await recordOf(at, one.deviceId) : null
  const rows = shown.data.map((deployment) => deploymentRow(at, deployment, stalled))
  const wishes = wishesOf(since.failed)
  const toRetry = progress.failed - since.retried
  const started = deploymentRow(at, one)
  const title = rolloutName(t, [started, ...rows])
  // A scheduled deployment needs no automatic refresh before its hour.
  const awaited = progress.waiting === progress.total ? awaitedHour(one) : null
  const isAuto = isLive(search, isRunning && (awaited === null || isAutomatic(search)))
  const here = { status, after }
  return {
    title,
    devicesHref,
    canary: canary && canaryShown(page, at, canary),
    unclear,
    refused,
    rollout: {
      started: {
        by: started.requestedBy,
        at: started.requestedAt,
        scheduledAt: one.scheduledAt ?? null,
        reason: record?.reason ?? null,
      },
      progress,
      retried: since.retried,
      stalled: stalled.size,
      isRunning,
      awaited,
      states: deploymentStatuses.map((name) => ({
        status: name,
        count: counts[name],
        href: href('deployment', at, { status: name }),
        isChosen: name === status,
      })),
      isRemoval: isRemoval([started, ...rows]),
      rows,
      shown: rows.length,
      total: countedIn(shown),
      isAuto,
      pausedHref: href('deployment', at, { ...here, auto: paused }),
      autoHref: href('deployment', at, { ...here, auto: refreshSeconds }),
      allHref: href('deployment', at),
      firstHref: after && href('deployment', at, { status }),
      nextHref: shown.continuationToken
        ? href('deployment', at, { status, after: shown.continuationToken })
        : undefined,
      csvHref: href('deploymentCsv', at, { status }),
      retry:
        page.may('deploy.run') && toRetry > 0
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
    age: page.age(),
  }
}

/** Returns the packages that failed or were not started, as wishes for a new deployment. */
function wishesOf(failed: readonly Deployment[]): string[] {
  const operations = failed.flatMap((deployment) => deployment.operations)
  const undone = operations.filter(({ status }) => isDeploymentFailure(status) || status === 'NotStarted')
  const written = undone.map(({ type, packageName: name, toVersion }) =>
    writeWish(
      type === 'Install' && toVersion
        ? { kind: 'install', name, version: toVersion }
        : { kind: type === 'Install' ? 'newest' : 'uninstall', name },
    ),
  )
  return [...new Set(written)].filter((text) => readWish(text) !== null)
}

export default function DeploymentPage() {
  const t = useT()
  const { rollout, canary, title, devicesHref } = useLoaderData<typeof loader>()
  if (!rollout) {
    return (
      <Stack>
        <PageHeader name={t('entity.deployment')} />
        <NoFleet devicesHref={devicesHref} />
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
          <Offers
            actions={retry && <Retry rollout={rollout} retry={retry} />}
            others={[offer(t('main:deployment.page.csv'), csvHref)]}
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

type Shown = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['rollout']>

/** Plans the same packages again for the failed controllers. */
function Retry({ rollout, retry }: { rollout: Shown; retry: NonNullable<Shown['retry']> }) {
  const t = useT()
  return (
    <Form action={retry.href} hidden={{ failed: retry.of, wish: retry.wishes, [metaFields.stage]: 'plan' }}>
      <Button look={rollout.isRunning ? 'secondary' : 'primary'}>
        {t('main:deployment.page.retry', { count: retry.count })}
      </Button>
    </Form>
  )
}
