/** A page or another file of the designer project of the ticket's site. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { designer } from '#contracts/designer'
import { readWholeFile } from '~/backend/download.server'
import { bufferedResponse } from '~/door/buffered-response'
import { address } from '~/hrefs'
import { designerCall } from './call.server'
import { projectOf } from './project.server'

/** Size limit, bytes: a page is buffered whole. */
const maxBytes = 4 * 1024 * 1024

export async function loader(args: LoaderFunctionArgs) {
  const { projectId } = address('designerFile', args.params)
  const path = new URL(args.request.url).searchParams.get('path')
  return designerCall(args, async (reader, { siteId }) => {
    const project = await projectOf(reader, siteId)
    const file = project?.assets.find((asset) => asset.path === path)
    if (project?.projectId !== projectId || !file) throw new Response(null, { status: 404 })
    const download = await reader.download(designer.projectFile, { path: { projectId, path: file.path } })
    const bytes = await readWholeFile(download, maxBytes)
    if (!bytes) throw new Response(null, { status: 413 })
    return bufferedResponse(bytes, { headers: { 'content-type': 'application/octet-stream' } })
  })
}
