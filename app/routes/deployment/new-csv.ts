/** The whole plan of a deployment that an address asks for. */
import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { asPage } from './fleet.server'
import { DeploymentForm } from './form'
import { planOf } from './plan.server'
import { planCsv } from './plan-csv.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newDeploymentCsv', args.params)
  const page = await reader(args, { capability: 'deploy.run', budget: 16_000 })
  const asked = parseWithZod(new URL(args.request.url).searchParams, { schema: DeploymentForm })
  if (asked.status !== 'success') throw new Response(null, { status: 404 })
  const { plan } = await asPage(planOf(asked.value, at, page))
  return planCsv(translator(page.language), plan)
}
