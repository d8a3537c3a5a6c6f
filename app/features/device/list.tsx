/** The controllers of a customer, a site, a building, or a space with the spaces inside it. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'
import { DeviceList } from './device-list'
import { deviceListData } from './devices.server'

export const handle = {
  title: (data, t) => t('main:device.listOf', { name: data.place.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'devices')
  const reader = await readerFor(args, { view: 'devices' })
  const [place, list] = await Promise.all([loadMountedPlace(reader, mount), deviceListData(reader, mount)])
  return { place, list, crumbs: place.crumbs, age: reader.age() }
}

export default function DevicesPage() {
  const t = useT()
  const { place, list } = useLoaderData<typeof loader>()
  const title = t('main:device.listOf', { name: place.name })
  return (
    <Stack>
      <PlaceHead place={place} title={title} />
      <DeviceList list={list} caption={title} />
    </Stack>
  )
}
