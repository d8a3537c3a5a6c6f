/** The override ledger of a customer, a site group, a site or a building, oldest first. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { overrideView } from './columns'
import { overridesData } from './overrides.server'

export const handle = {
  title: (data, t) => t('main:override.listOf', { name: data.place.name }),
  menu: 'overrides',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'overrides')
  const reader = await readerFor(args, { view: 'overrides' })
  const [place, list] = await Promise.all([loadMountedPlace(reader, mount), overridesData(reader, mount)])
  return { place, list, crumbs: place.crumbs, age: reader.age() }
}

export default function OverridesPage() {
  const t = useT()
  const { place, list } = useLoaderData<typeof loader>()
  const title = t('main:override.listOf', { name: place.name })
  return (
    <Stack>
      <PlaceHead place={place} title={title} />
      <List
        list={list}
        view={overrideView}
        caption={title}
        watched={list.watched}
        offers={[{ label: t('main:view.points'), href: list.pointsHref }]}
        aside={
          <>
            {list.clearOwn && (
              <ButtonLink small href={list.clearOwn}>
                {t('main:override.clearOwn')}
              </ButtonLink>
            )}
            {list.clearAll && (
              <ButtonLink small href={list.clearAll.href}>
                {t(
                  list.clearAll.count < list.clearAll.total ? 'main:override.clearSome' : 'main:override.clearAll',
                  list.clearAll,
                )}
              </ButtonLink>
            )}
          </>
        }
      />
    </Stack>
  )
}
