/** The controllers of a building. */
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
  const at = address('buildingDevices', args.params)
  const page = await reader(args, { capability: 'device.read' })
  const [{ node: building, path }, list] = await Promise.all([
    atRightAddress(
      { reader: page, name: 'buildingDevices', at, request: args.request },
      page.read(contract.getBuilding, { path: { id: at.buildingId } }),
    ),
    deviceListData(page, {
      at,
      request: args.request,
      list: (search) => href('buildingDevices', at, search),
    }),
  ])
  return {
    tenantId: at.tenantId,
    name: building.name,
    list,
    crumbs: [
      ...crumbsOf(at, path, { name: building.name, href: href('building', at) }),
      { name: translator(page.language)('main:device.list'), href: href('buildingDevices', at) },
    ],
    age: page.age(),
  }
}

export default function BuildingDevicesPage() {
  const t = useT()
  const { tenantId, name, list } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.building')} name={t('main:device.listOf', { name })} />
      <ChangedNotice tenantId={tenantId} />
      <DeviceList list={list} caption={t('main:device.listOf', { name })} />
    </Stack>
  )
}
