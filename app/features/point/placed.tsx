/** The points of all controllers of a customer, a site group, a site, a building or a space. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { reloadLinks } from '~/kit/frame/refresh'
import { List } from '~/kit/list/list'
import { scopeFilter } from '~/kit/list/scope-filter'
import { listData } from '~/kit/list/source.server'
import { watchedAt } from '~/kit/place/watched.server'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Stack } from '~/ui/page'
import { AutoReload, Refresh, refreshSeconds } from '~/ui/refresh'
import { bulkActionsUnlessAuto } from './bulk-actions-unless-auto'
import { placedPointView } from './columns'
import { placedPoints } from './placed.server'

export const handle = {
  title: (data, t) => t('main:point.listOf', { name: data.place.name }),
  menu: 'points',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'points')
  const reader = await readerFor(args, { view: 'points' })
  const { at } = mount
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, placedPoints, {
      ...mount,
      csv: (search) => href('customerPointsCsv', at, { ...scopeFilter(at, search), sort: search.sort }),
    }),
  ])
  const refresh = reloadLinks(mount)
  const watched = await watchedAt(reader, at, list)
  return {
    place,
    list: bulkActionsUnlessAuto(list, refresh),
    refresh,
    watched,
    devicesHref: reader.may('device.read') ? href('customerDevices', at) : null,
    historianHref: mount.level === 'customer' ? href('customerHistorian', at) : null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function PlacedPointsPage() {
  const t = useT()
  const { place, list, refresh, watched, devicesHref, historianHref } = useLoaderData<typeof loader>()
  const title = t('main:point.listOf', { name: place.name })
  return (
    <Stack>
      {refresh.isAuto && <AutoReload seconds={refreshSeconds} />}
      <PlaceHead place={place} title={title} actions={<Refresh {...refresh} isFolded />} />
      <List
        list={list}
        view={placedPointView}
        caption={title}
        watched={watched}
        offers={[{ label: t('action.chooseController'), href: devicesHref ?? undefined }]}
        aside={historianHref && <A href={historianHref}>{t('main:historian.link')}</A>}
      />
    </Stack>
  )
}
