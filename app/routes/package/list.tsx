/** The catalogue of packages: what there is for controllers, and in which version (spec §7). */
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
import { packageView } from './columns'
import { packages } from './packages.server'

export const handle = { title: (_, t) => t('main:package.title'), menu: 'packages' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('packages', args.params)
  const made = await reader(args, { capability: 'catalog.read' })
  const [customer, list] = await Promise.all([
    ownCustomer(made.read, at),
    listData(made, packages, { at, request: args.request, list: (search) => href('packages', at, search) }),
  ])
  return {
    customer: customer.name,
    list,
    outdatedHref: made.may('device.read') ? href('customerDevices', at, { packageStatus: 'outdated' }) : null,
    crumbs: [{ name: translator(made.language)('main:package.title'), href: href('packages', at) }],
    age: made.age(),
  }
}

export default function PackagesPage() {
  const t = useT()
  const { customer, list, outdatedHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        kind={<bdi>{customer}</bdi>}
        name={t('main:package.title')}
        actions={outdatedHref && <ButtonLink href={outdatedHref}>{t('main:package.list.outdated')}</ButtonLink>}
      />
      <List list={list} view={packageView} caption={t('main:package.list.caption')} />
    </Stack>
  )
}
