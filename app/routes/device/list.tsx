/** The controllers of a customer. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { DeviceList } from './device-list'
import { deviceListData } from './devices.server'

export const handle = {
  title: (data, t) => t('main:device.listOf', { name: data.customer }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerDevices', args.params)
  const page = await reader(args, { capability: 'device.read' })
  const [customer, list] = await Promise.all([
    ownCustomer(page.read, at),
    deviceListData(page, {
      at,
      request: args.request,
      list: (search) => href('customerDevices', at, search),
    }),
  ])
  return {
    customer: customer.name,
    list,
    crumbs: [{ name: translator(page.language)('main:device.list'), href: href('customerDevices', at) }],
    age: page.age(),
  }
}

export default function DevicesPage() {
  const t = useT()
  const { customer, list } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader name={t('main:device.list')} />
      <DeviceList list={list} caption={t('main:device.listOf', { name: customer })} />
    </Stack>
  )
}
