/** The results of one deployment as a table file: a line for each package on each controller. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { envelope, wholePages } from '~/backend/pages'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvLines } from '~/screens/file/csv-lines'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { findDeployments } from './fleet.server'
import { type DeploymentRow, deploymentRow } from './row'
import { stalledAmong } from './stalled.server'

/** As many controllers as one deployment can reach, and some; the file ends there. */
const mostRows = 5_000

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
  'startedAt',
  'finishedAt',
] as const

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deploymentCsv', args.params)
  const page = await reader(args, { capability: 'deploy.read', budget: 16_000 })
  await ownCustomer(page.read, at)
  const t = translator(page.language)
  const rows: DeploymentRow[] = []
  const { tenantId, customerId, operationId } = at
  const read = async (after: string | undefined) => {
    const query = { tenantId, customerId, operationId, pageSize: 200, continuationToken: after }
    const found = await findDeployments(page, query)
    if (!found) throw new Response(null, { status: 404 })
    return found
  }
  for await (const found of wholePages('site', read, envelope)) {
    const stalled = await stalledAmong(page, { customerId, deployments: found.data })
    rows.push(...found.data.map((deployment) => deploymentRow(at, deployment, stalled)))
    if (rows.length >= mostRows) break
  }
  if (rows.length === 0) throw new Response(null, { status: 404 })
  const lines = rows.flatMap((row) => row.operations.map((operation) => lineOf(row, operation)))
  const titles = Object.fromEntries(columns.map((name) => [name, t(`main:deployment.csv.${name}`)]))
  const text = csvLines(lines, { headings: titles, isFirst: true })
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="deployment-${at.operationId.replace(/[^A-Za-z0-9-]/g, '')}.csv"`,
      'cache-control': 'no-store',
    },
  })

  function lineOf(
    row: DeploymentRow,
    operation: DeploymentRow['operations'][number],
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
      message: operation.message,
      requestedBy: row.requestedBy,
      requestedAt: row.requestedAt,
      startedAt: row.startedAt ?? '',
      finishedAt: row.completedAt ?? '',
    }
  }
}
