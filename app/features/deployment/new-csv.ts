/** The whole plan of a deployment that a URL describes, as a CSV file. */
import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { conformFields } from '~/change/posted'
import { isFieldName } from '~/door/field-names'
import { deploymentParams } from '~/features/device/shared/selection'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { DeploymentForm, type DeploymentInput } from './form'
import { rolloutFor } from './plan.server'
import { planCsv } from './plan-csv.server'
import { orErrorPage } from './shared/fleet.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newDeploymentCsv', args.params)
  const reader = await readerFor(args, { capability: 'deploy.run', budgetMs: 16_000 })
  const search = new URL(args.request.url).searchParams
  const input = readInput(search)
  const names = [...search.keys()].filter((name) => deploymentParams.includes(name.replace(/\[\d*\]$/, '')))
  return planCsv({
    reader,
    t: translator(reader.language),
    request: args.request,
    known: Object.fromEntries(names.map((name) => [name, '-'])),
    plan: async () => (await orErrorPage(rolloutFor(input, at, reader))).plan,
  })
}

/** Parses the deployment in the URL. Throws a 404 response for parameters that the form cannot produce. */
function readInput(search: URLSearchParams): DeploymentInput {
  const isOurs = [...search.keys()].every((name) => isFieldName(name) && !conformFields.includes(name))
  const submission = isOurs ? parseWithZod(search, { schema: DeploymentForm }) : null
  if (submission?.status !== 'success') throw new Response(null, { status: 404 })
  return submission.value
}
