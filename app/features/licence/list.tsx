/** The licences of a customer's or a site's controllers, the most used first. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href, type QueryParams } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import { watchedAt } from '~/kit/place/watched.server'
import type { PageHandle } from '~/ui/handle'
import { Stack } from '~/ui/page'
import { licenceView } from './columns'
import { licences } from './licences.server'

export const handle = {
  title: (data, t) => t('main:licence.listOf', { name: data.place.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'licences')
  const reader = await readerFor(args, { view: 'licences' })
  // Licences can be filtered by site, but not by group.
  const { siteId } = mount.at
  const csv = (search: QueryParams) => href('customerLicencesCsv', mount.at, { ...search, ...(siteId && { siteId }) })
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, licences, { ...mount, csv }),
  ])
  const watched = await watchedAt(reader, mount.at, list)
  const onboarding = reader.may('device.onboard') ? href('customerOnboarding', mount.at) : null
  return { place, list, watched, onboarding, crumbs: place.crumbs, age: reader.age() }
}

export default function LicencesPage() {
  const t = useT()
  const { place, list, watched, onboarding } = useLoaderData<typeof loader>()
  const title = t('main:licence.listOf', { name: place.name })
  return (
    <Stack>
      <PlaceHead place={place} title={title} />
      <List
        list={list}
        view={licenceView}
        caption={title}
        watched={watched}
        offers={[{ label: t('main:change.device.onboard'), href: onboarding }]}
      />
    </Stack>
  )
}
