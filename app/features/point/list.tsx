/** The points of a controller with their present values. */

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { onboardingOf } from '~/features/device/shared/onboarding-of'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { reloadLinks } from '~/kit/frame/refresh'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Stack } from '~/ui/page'
import { AutoReload, Refresh, refreshSeconds } from '~/ui/refresh'
import { bulkActionsUnlessAuto } from './bulk-actions-unless-auto'
import { pointView } from './columns'
import { points } from './points.server'
import { liveHref } from './shared/live'
import { LiveMarker } from './shared/live-marker'

export const handle = {
  title: (data, t) => t('main:point.listOf', { name: data.place.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'points')
  const reader = await readerFor(args, { view: 'points' })
  const at = address('devicePoints', args.params)
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, points, {
      at,
      request: mount.request,
      list: mount.list,
      csv: (search) => href('devicePointsCsv', at, search),
    }),
  ])
  const live = list.rows.length > 0 ? liveHref(reader, at, [at.deviceId]) : null
  const refresh = reloadLinks(mount)
  return {
    place,
    list: bulkActionsUnlessAuto(list, refresh),
    onboardingHref: onboardingOf(reader, at, place.device),
    live,
    catalogsHref: href('deviceCatalogs', at),
    historianHref: href('deviceHistorian', at),
    refresh,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function PointsPage() {
  const t = useT()
  const { place, list, onboardingHref, live, catalogsHref, historianHref, refresh } = useLoaderData<typeof loader>()
  return (
    <Stack>
      {refresh.isAuto && <AutoReload seconds={refreshSeconds} />}
      <PlaceHead
        place={place}
        actions={
          <>
            <LiveMarker href={live} />
            <Refresh {...refresh} isFolded />
          </>
        }
      />
      <List
        list={list}
        view={pointView}
        caption={t('main:point.listOf', { name: place.name })}
        defaultWords={
          onboardingHref === undefined ? null : { title: t('empty.notOnboarded'), text: t('empty.notOnboardedText') }
        }
        offers={
          onboardingHref === undefined
            ? [{ label: t('action.refresh'), href: refresh.href }]
            : [{ label: t('main:change.device.onboard'), href: onboardingHref, isMain: true }]
        }
        aside={
          <>
            <A href={historianHref}>{t('main:historian.link')}</A> <A href={catalogsHref}>{t('main:catalog.link')}</A>
          </>
        }
      />
    </Stack>
  )
}
