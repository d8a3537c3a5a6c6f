/** All sites of a customer, with bulk move and export. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import { noGroup } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { actionLink, HeadActions } from '~/ui/head'
import { Stack } from '~/ui/page'
import { siteView } from './columns'
import { sites } from './sites.server'

export const handle = { title: (_, t) => t('main:view.sites'), menu: 'sites' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'sites')
  const { at } = mount
  const reader = await readerFor(args, { view: 'sites' })
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, sites, { ...mount, csv: (search) => href('customerSitesCsv', at, search) }),
  ])
  const mayWrite = reader.may('hierarchy.write')
  const { groupId } = list.filter
  return {
    place,
    list,
    links: {
      build: mayWrite ? href('siteImport', at) : null,
      create: mayWrite ? href('newSite', at, { groupId: groupId === noGroup ? null : groupId }) : null,
    },
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function SitesPage() {
  const t = useT()
  const { place, list, links } = useLoaderData<typeof loader>()
  const title = t('main:site.list.of', { name: place.name })
  return (
    <Stack>
      <PlaceHead
        place={place}
        title={title}
        actions={
          <HeadActions
            others={[
              actionLink(t('main:change.site.create'), links.create),
              actionLink(t('main:import.short'), links.build),
            ]}
          />
        }
      />
      <List
        list={list}
        view={siteView}
        caption={title}
        offers={[
          { label: t('main:change.site.create'), href: links.create, isMain: true },
          { label: t('main:import.short'), href: links.build },
        ]}
      />
    </Stack>
  )
}
