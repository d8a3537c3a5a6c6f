/** The deployments of a customer, newest first, those that were started together in one row. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { List } from '~/screens/list/list'
import { listData } from '~/screens/list/source.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
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
  const at = address('deployments', args.params)
  const made = await reader(args, { capability: 'deploy.read' })
  const [customer, list] = await Promise.all([
    ownCustomer(made.read, at),
    listData(made, rollouts, { at, request: args.request, list: (search) => href('deployments', at, search) }),
  ])
  return {
    customer: customer.name,
    list,
    devicesHref: href('customerDevices', at),
    newHref: made.may('deploy.run') ? href('newDeployment', at) : null,
    crumbs: [{ name: translator(made.language)('main:deployment.title'), href: href('deployments', at) }],
    age: made.age(),
  }
}

export default function DeploymentsPage() {
  const t = useT()
  const { customer, list, newHref, devicesHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{customer}</bdi>}
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
        whenEmpty={newHref && <ButtonLink href={devicesHref}>{t('main:deployment.choose')}</ButtonLink>}
        whenMissing={<NoFleet devicesHref={devicesHref} />}
      />
    </Stack>
  )
}
