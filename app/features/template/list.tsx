/** The configuration templates of a site: named settings for several controllers (domain §8.2). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { KindTabs } from '~/features/configuration/shared/kind-tabs'
import { visibleKinds } from '~/features/configuration/shared/place.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { templateView } from './columns'
import { templates } from './templates.server'

export const handle = {
  title: ({ place }, t) => t('main:template.of', { name: place.name }),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'templates')
  const at = address('siteTemplates', args.params)
  const reader = await readerFor(args, { view: 'templates' })
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, templates, { ...mount, at, csv: (search) => href('siteTemplatesCsv', at, search) }),
  ])
  return {
    at,
    place,
    list,
    kinds: visibleKinds(reader),
    newHref: reader.may('template.write') ? href('newTemplate', at) : null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function Templates() {
  const t = useT()
  const { at, place, list, kinds, newHref } = useLoaderData<typeof loader>()
  const add = newHref && (
    <ButtonLink look="primary" href={newHref}>
      {t('main:change.template.create')}
    </ButtonLink>
  )
  return (
    <Stack>
      <PlaceHead place={place} actions={list.rows.length > 0 && add} />
      <KindTabs at={at} kinds={kinds} current="templates" templates />
      <List
        list={list}
        view={templateView}
        caption={t('main:template.of', { name: place.name })}
        offers={[{ label: t('main:change.template.create'), href: newHref, isMain: true }]}
      />
    </Stack>
  )
}
