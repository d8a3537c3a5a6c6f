/** The whole plan of a deployment that a URL describes, as a CSV file. */
import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { conformFields } from '~/change/posted'
import { isFieldName } from '~/door/field-names'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { asPage } from '~/things/deployment/fleet.server'
import { askedNames } from '~/things/device/choice'
import { type AskedFor, DeploymentForm } from './form'
import { planOf } from './plan.server'
import { planCsv } from './plan-csv.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newDeploymentCsv', args.params)
  const page = await reader(args, { capability: 'deploy.run', budget: 16_000 })
  const search = new URL(args.request.url).searchParams
  const asked = askedIn(search)
  const known = [...search.keys()].filter((name) => askedNames.includes(name.replace(/\[\d*\]$/, '')))
  return planCsv({
    t: translator(page.language),
    request: args.request,
    known: Object.fromEntries(known.map((name) => [name, '-'])),
    plan: async () => (await asPage(planOf(asked, at, page))).plan,
  })
}

/** Parses the deployment in the URL. Throws a 404 response for parameters that the form cannot produce. */
function askedIn(search: URLSearchParams): AskedFor {
  const isOurs = [...search.keys()].every((name) => isFieldName(name) && !conformFields.includes(name))
  const asked = isOurs ? parseWithZod(search, { schema: DeploymentForm }) : null
  if (asked?.status !== 'success') throw new Response(null, { status: 404 })
  return asked.value
}
