/** The controllers of a space, with those of the spaces inside it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { DeviceList } from './device-list'
import { deviceListData } from './devices.server'

export const handle = {
  title: (data, t) => t('main:device.listOf', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('spaceDevices', args.params)
  const page = await reader(args, { capability: 'device.read' })
  const [{ node: space, path }, list] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'spaceDevices', at, request: args.request },
      page.read(contract.getSpace, { path: { id: at.spaceId } }),
    ),
    deviceListData(page, {
      at,
      request: args.request,
      list: (search) => href('spaceDevices', at, search),
    }),
  ])
  return {
    tenantId: at.tenantId,
    name: space.name,
    list,
    crumbs: [
      ...crumbsOf(at, path, { name: space.name, href: href('space', at) }),
      { name: translator(page.language)('main:device.list'), href: href('spaceDevices', at) },
    ],
    age: page.age(),
  }
}

export default function SpaceDevicesPage() {
  const t = useT()
  const { tenantId, name, list } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.space')} name={t('main:device.listOf', { name })} />
      <ChangedNotice tenantId={tenantId} />
      <DeviceList list={list} caption={t('main:device.listOf', { name })} />
    </Stack>
  )
}
