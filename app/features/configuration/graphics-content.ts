/** The graphics file of a controller, streamed (domain §5.9). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { deviceConfiguration } from '#contracts/device-configuration'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { attachmentOf } from '~/kit/file/file-name.server'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'

/** Always an attachment, so that an uploaded file never runs as a page of the console. */
export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceGraphicsContent', args.params)
  const reader = await readerFor(args, { capability: 'config.log' })
  const path = { id: at.deviceId }
  await locateOrRedirect(
    { reader: reader, name: 'deviceGraphicsContent', at, request: args.request },
    reader.read(site.getDevice, { path }),
  )
  const { fileName } = await reader.read(deviceConfiguration.getGfx, { path })
  const disposition = attachmentOf(fileName || 'graphics.gfx')
  const { stream, sizeBytes } = await reader.download(deviceConfiguration.gfxContent, { path })
  return new Response(stream, {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': disposition,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(sizeBytes === null ? {} : { 'content-length': String(sizeBytes) }),
    },
  })
}
