/** The objects of a controller, each with its probable type and whether it is mapped (domain §4.6). */

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { onboardingOf } from '~/features/device/shared/onboarding-of'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { catalogs } from './catalogs.server'
import { catalogView } from './columns'

export const handle = {
  title: (data, t) => t('main:catalog.of', { name: data.place.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'catalogs')
  const reader = await readerFor(args, { view: 'catalogs' })
  const at = address('deviceCatalogs', args.params)
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, catalogs, {
      at,
      request: mount.request,
      list: mount.list,
      csv: (search) => href('deviceCatalogsCsv', at, search),
    }),
  ])
  return {
    place,
    list,
    onboardingHref: onboardingOf(reader, at, place.device),
    /** Roles are mapped on the pages of the equipment that the controller serves. */
    mapHref: reader.may('point.map') && reader.features.equipment ? href('deviceAllEquipment', at) : null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function CatalogsPage() {
  const t = useT()
  const { place, list, onboardingHref, mapHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead place={place} />
      <List
        list={list}
        view={catalogView}
        caption={t('main:catalog.of', { name: place.name })}
        offers={[{ label: t('main:change.device.onboard'), href: onboardingHref, isMain: true }]}
        aside={
          mapHref && (
            <ButtonLink small href={mapHref}>
              {t('main:catalog.map')}
            </ButtonLink>
          )
        }
      />
    </Stack>
  )
}
