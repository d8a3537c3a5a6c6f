/** The results of one deployment as a CSV file: one line per package and controller. */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { csvResponse, headingsOf } from '~/kit/file/csv.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { findDeployments, statusIn } from './shared/fleet.server'
import { messageText } from './shared/message'
import { type DeploymentRow, deploymentRow } from './shared/row'
import { stalledIds } from './shared/stalled.server'

/** Time budget of the whole file, ms; it is streamed page by page. */
const budgetMs = 120_000

const columns = [
  'controller',
  'hostId',
  'location',
  'package',
  'action',
  'from',
  'to',
  'state',
  'stalled',
  'message',
  'requestedBy',
  'requestedAt',
  'scheduledAt',
  'startedAt',
  'finishedAt',
] as const

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deploymentCsv', args.params)
  const reader = await readerFor(args, { capability: 'deploy.read', budgetMs })
  await ownCustomer(reader.read, at)
  const t = translator(reader.language)
  const { tenantId, customerId, operationId } = at
  const status = statusIn(new URL(args.request.url).searchParams)
  return csvResponse({
    name: `deployment-${operationId.replace(/[^A-Za-z0-9-]/g, '')}`,
    reader,
    t,
    request: args.request,
    parsed: { status },
    columns: headingsOf(columns, (name) => t(`main:deployment.csv.${name}`)),
    async linesAfter(after) {
      const query = { tenantId, customerId, operationId, status, pageSize: 200, continuationToken: after }
      const deployments = await findDeployments(reader, query)
      // The page explains why deployments cannot be listed.
      if (!deployments) throw redirect(href('deployment', at, { status }))
      if (deployments.data.length === 0 && !after && !status) throw new Response(null, { status: 404 })
      const stalled = await stalledIds(reader, { customerId, deployments: deployments.data })
      const rows = deployments.data.map((deployment) => deploymentRow(at, deployment, stalled))
      const lines = rows.flatMap((row) => row.operations.map((operation) => lineOf(row, operation, t)))
      return { lines, next: deployments.continuationToken }
    },
  })
}

function lineOf(
  row: DeploymentRow,
  operation: DeploymentRow['operations'][number],
  t: Translate,
): Record<(typeof columns)[number], string> {
  return {
    controller: row.device.name,
    hostId: row.device.hostId,
    location: row.device.location,
    package: operation.displayName,
    action: t(`packageAction.${operation.type}`),
    from: operation.from ?? '',
    to: operation.to ?? '',
    state:
      operation.status === 'skipped' ? t('main:deployment.nothingToDo') : t(`deploymentStatus.${operation.status}`),
    stalled: row.isStalled ? t('word.yes') : t('word.no'),
    message: messageText(t, operation.message),
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt,
    scheduledAt: row.scheduledAt ?? '',
    startedAt: row.startedAt ?? '',
    finishedAt: row.completedAt ?? '',
  }
}
