/** The deployments of a customer, newest first, one row per operation. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import { watchedAt } from '~/kit/place/watched.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Stack } from '~/ui/page'
import { rolloutView } from './columns'
import { NoFleet } from './no-fleet'
import { rollouts } from './rollouts.server'

export const handle = { title: (_, t) => t('main:deployment.title'), menu: 'deployments' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'deployments')
  const { at } = mount
  const reader = await readerFor(args, { view: 'deployments' })
  const [place, list] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, rollouts, { ...mount, csv: (search) => href('deploymentsCsv', at, search) }),
  ])
  return {
    customer: place.name,
    list,
    watched: await watchedAt(reader, at, list),
    devicesHref: href('customerDevices', at),
    newHref: reader.may('deploy.run') ? href('newDeployment', at) : null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function DeploymentsPage() {
  const t = useT()
  const { list, watched, newHref, devicesHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        name={t('main:deployment.title')}
        actions={
          newHref && (
            <ButtonLink look="primary" href={newHref}>
              {t('main:deployment.deploy')}
            </ButtonLink>
          )
        }
      />
      <List
        list={list}
        view={rolloutView}
        caption={t('main:deployment.list.caption')}
        offers={[{ label: t('main:deployment.choose'), href: newHref && devicesHref }]}
        watched={watched}
        whenMissing={<NoFleet devicesHref={devicesHref} />}
      />
    </Stack>
  )
}
