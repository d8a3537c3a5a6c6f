/** The whole plan for the waiting controllers of a deployment, as a CSV file. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { remainingRollout } from './plan.server'
import { planCsv } from './plan-csv.server'
import { orErrorPage } from './shared/fleet.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deploymentRestCsv', args.params)
  const reader = await readerFor(args, { capability: 'deploy.run', budgetMs: 16_000 })
  const [rest] = await Promise.all([orErrorPage(remainingRollout(at, reader)), ownCustomer(reader.read, at)])
  if (!rest) throw new Response(null, { status: 404 })
  return planCsv({
    reader,
    t: translator(reader.language),
    request: args.request,
    known: {},
    plan: async () => rest.plan,
  })
}
