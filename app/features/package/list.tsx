/** The catalogue of packages with their versions (spec §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { packageView } from './columns'
import { packages } from './packages.server'

export const handle = { title: (_, t) => t('main:view.packages'), menu: 'packages' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'packages')
  const reader = await readerFor(args, { view: 'packages' })
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, packages, { ...mount, csv: (search) => href('packagesCsv', mount.at, search) }),
  ])
  return {
    place,
    list,
    outdatedHref: reader.may('device.read') ? href('customerDevices', mount.at, { packageStatus: 'outdated' }) : null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function PackagesPage() {
  const t = useT()
  const { place, list, outdatedHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead
        place={place}
        actions={outdatedHref && <ButtonLink href={outdatedHref}>{t('main:package.list.outdated')}</ButtonLink>}
      />
      <List
        list={list}
        view={packageView}
        caption={t('main:package.list.caption')}
        offers={[
          { label: t('action.refresh'), href: list.links.list },
          { label: t('main:package.list.publish'), href: null, who: 'platform' },
        ]}
      />
    </Stack>
  )
}
