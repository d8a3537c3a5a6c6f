/** The networks over which a site reaches controllers. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { type ListSource, listData } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { type ControllerNetworkRow, controllerNetworkListFields, controllerNetworkView } from './list-columns'
import { NoLinkNotice } from './no-link-notice'

export const handle = {
  title: ({ place }, t) => t('main:controllerNetwork.of', { name: place.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'controllerNetworks')
  const at = address('siteControllerNetworks', args.params)
  const reader = await readerFor(args, { view: 'controllerNetworks' })
  // A backend without these calls has no networks, and takes none.
  const reading = withFallback(
    site.listControllerNetworks,
    async () => ({ ...(await reader.call(site.listControllerNetworks, { path: { id: at.siteId } })), isOffered: true }),
    async () => ({ data: [], hasLink: true, isOffered: false }),
  )
  /** A site has few networks; one call returns all of them. */
  const source: ListSource<typeof controllerNetworkListFields, ControllerNetworkRow, ParamsFor<'site'>> = {
    fields: controllerNetworkListFields,
    others: ['changed'],
    async find() {
      const { data } = await reading
      const rows = data.map(({ id, name, address, port, broadcastTo, bbmd, controllers }) => ({
        id,
        name,
        address,
        port,
        controllers,
        broadcastTo: broadcastTo.map((one) => one.address).join(', '),
        bbmd: bbmd?.address ?? '',
        href: href('controllerNetwork', { ...at, controllerNetworkId: id }),
      }))
      return { rows, total: rows.length, next: null }
    },
  }
  const [place, list] = await Promise.all([loadMountedPlace(reader, mount), listData(reader, source, { ...mount, at })])
  return {
    place,
    list,
    hasLink: (await reading).hasLink,
    isOffered: (await reading).isOffered,
    newHref: !(await reading).isOffered
      ? undefined
      : reader.may('hierarchy.write')
        ? href('newControllerNetwork', at)
        : null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function ControllerNetworks() {
  const t = useT()
  const { place, list, hasLink, isOffered, newHref } = useLoaderData<typeof loader>()
  const add = newHref && (
    <ButtonLink look="primary" href={newHref}>
      {t('main:change.controllerNetwork.create')}
    </ButtonLink>
  )
  return (
    <Stack>
      <PlaceHead place={place} actions={list.rows.length > 0 && add} />
      {!hasLink && <NoLinkNotice />}
      {!isOffered && (
        <Notice tone="info" quiet>
          {t('errors:catalogue.notOnThisBackend')}
        </Notice>
      )}
      <List
        list={list}
        view={controllerNetworkView}
        caption={t('main:controllerNetwork.of', { name: place.name })}
        offers={[{ label: t('main:change.controllerNetwork.create'), href: newHref, isMain: true }]}
      />
    </Stack>
  )
}
