/** The controllers of a site. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import { SiteHeader, siteLinks } from '~/things/site/header'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'
import { DeviceList } from './device-list'
import { deviceListData } from './devices.server'

export const handle = {
  title: (data, t) => t('main:device.listOf', { name: data.site.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteDevices', args.params)
  const page = await reader(args, { capability: 'device.read' })
  const [{ node: site, path }, list] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'siteDevices', at, request: args.request },
      page.read(contract.getSite, { path: { id: at.siteId } }),
    ),
    deviceListData(page, {
      at,
      request: args.request,
      list: (search) => href('siteDevices', at, search),
    }),
  ])
  const self = { name: site.name, href: href('site', at) }
  return {
    site: { name: site.name, archived: site.archived, links: siteLinks(page, at) },
    list,
    crumbs: [
      ...crumbsOf(at, path, self),
      { name: translator(page.language)('main:device.list'), href: href('siteDevices', at) },
    ],
    age: page.age(),
  }
}

export default function SiteDevicesPage() {
  const t = useT()
  const { site, list } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <SiteHeader site={site} view="devices" />
      <DeviceList list={list} caption={t('main:device.listOf', { name: site.name })} />
    </Stack>
  )
}
