/** The project of the ticket's site, in the format of the specification (spec §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { address } from '~/hrefs'
import { designerCall } from './call.server'
import { projectOf } from './project.server'

export async function loader(args: LoaderFunctionArgs) {
  const { nodeId } = address('designerProject', args.params)
  return designerCall(args, async (reader, { siteId }) => {
    const project = nodeId === siteId ? await projectOf(reader, siteId) : null
    if (!project) throw new Response(null, { status: 404 })
    return Response.json(project)
  })
}
