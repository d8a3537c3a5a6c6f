/** The people of a tenant and their roles; a customer admin sees those of the own customers (domain §9.4). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { capabilitiesFor } from '~/changes'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { actionLink, HeadActions } from '~/ui/head'
import { PageHeader, Stack } from '~/ui/page'
import { peopleView } from './columns'
import { people } from './people.server'
import { RoleEndsNotice } from './shared/role-ends-notice'
import { roleEndsSummary } from './shared/role-ends-summary.server'

export const handle = { title: (_, t) => t('main:view.users'), menu: 'users' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('users', args.params)
  const reader = await readerFor(args, { view: 'users' })
  const [list, ends] = await Promise.all([
    listData(reader, people, {
      at,
      request: args.request,
      list: (search) => href('users', at, search),
      csv: (search) => href('usersCsv', at, search),
    }),
    roleEndsSummary(reader, at),
  ])
  return {
    list,
    ends,
    seesEveryone: reader.may('role.manage'),
    newHref: capabilitiesFor('user.create').some(reader.may) ? href('newUser', at) : null,
    allHref: reader.role.role === 'super-admin' ? href('allUsers', {}) : null,
    age: reader.age(),
    crumbs: [{ name: translator(reader.language)('main:view.users'), href: href('users', at) }],
  }
}

export default function UserList() {
  const t = useT()
  const { list, ends, seesEveryone, newHref, allHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        name={t('main:view.users')}
        status={
          <span className="text-soft">{t(seesEveryone ? 'main:user.list.intro' : 'main:user.list.introOwn')}</span>
        }
        actions={
          <HeadActions
            primary={actionLink(t('main:user.new.title'), newHref)}
            others={[actionLink(t('main:user.all.title'), allHref)]}
          />
        }
      />
      <RoleEndsNotice ends={ends} isOnList />
      <List
        list={list}
        view={peopleView}
        caption={t('main:user.list.caption')}
        offers={[{ label: t('main:user.new.title'), href: newHref, who: 'tenant', isMain: true }]}
      />
    </Stack>
  )
}
