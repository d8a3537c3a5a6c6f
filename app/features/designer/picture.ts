/** The stored picture of a designer page, served sandboxed so that it cannot run scripts. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { designer } from '#contracts/designer'
import { readWholeFile } from '~/backend/download.server'
import { readerFor } from '~/backend/reader.server'
import { bufferedResponse } from '~/door/buffered-response'
import { address } from '~/hrefs'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { siteAt } from '~/kit/place/own-place.server'
import { maxPictureBytes, previewOf } from './project.server'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteDesignerPicture', args.params)
  const { request } = args
  const reader = await readerFor(args, { view: 'designer' })
  const [project] = await Promise.all([
    reader.read(designer.associatedProject, { path: { id: at.siteId } }),
    ownCustomer(reader.read, at),
    siteAt(reader.read, at),
  ])
  const picture = previewOf(project, new URL(request.url).searchParams.get('page') ?? '')
  if (!picture) throw new Response(null, { status: 404 })
  const etag = `"${picture.sha256}"`
  const headers = {
    etag,
    'content-type': picture.type,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cache-control': 'private, no-cache',
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const path = { projectId: project.projectId, path: picture.path }
  const bytes = await readWholeFile(await reader.download(designer.projectFile, { path }), maxPictureBytes)
  if (!bytes) throw new Response(null, { status: 404 })
  return bufferedResponse(bytes, { headers })
}
