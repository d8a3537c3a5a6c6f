/** Redirects a controller id to its nested URL; the target of links from alarms and the audit trail (design §4). */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { address, nodeHref } from '~/hrefs'

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId, deviceId } = address('deviceById', args.params)
  const { read } = await readerFor(args, { view: 'device' })
  const device = await read(site.getDevice, { path: { id: deviceId } })
  const siteId = device.siteId ?? device.path?.find(({ type }) => type === 'site')?.id
  if (!siteId || !device.path) throw new Response(null, { status: 404 })
  const { customerId } =
    typeof device.customerId === 'string'
      ? { customerId: device.customerId }
      : await read(site.getSite, { path: { id: siteId } })
  const nested = customerId && nodeHref({ tenantId, customerId }, device.path, { id: device.id, type: 'device' })
  if (!nested) throw new Response(null, { status: 404 })
  throw redirect(nested)
}
