/** The people of a tenant and their roles; a customer's admin meets those of the own customers (domain §9.4). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { capabilitiesFor } from '~/mutations'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader } from '~/ui/page'
import { peopleListData } from './list-data.server'
import { PeopleList } from './people-list'

export const handle = { title: (_, t) => t('main:user.list.title'), menu: 'users' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('users', args.params)
  const made = await reader(args, { capability: 'user.read' })
  const list = await peopleListData(made, {
    tenantId: at.tenantId,
    request: args.request,
    listHref: (search) => href('users', at, search),
    csvHref: (search) => href('usersCsv', at, search),
  })
  return {
    list,
    newHref: capabilitiesFor('user.create').some(made.may) ? href('newUser', at) : null,
    allHref: made.role.role === 'super-admin' ? href('allUsers', {}) : null,
    age: made.age(),
    crumbs: [{ name: translator(made.language)('main:user.list.title'), href: href('users', at) }],
  }
}

export default function UserList() {
  const t = useT()
  const { list, newHref, allHref } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        name={t('main:user.list.title')}
        status={
          <span className="text-soft">{t(list.seesEveryone ? 'main:user.list.intro' : 'main:user.list.introOwn')}</span>
        }
        actions={
          <>
            {newHref && (
              <ButtonLink look="primary" href={newHref}>
                {t('main:user.new.title')}
              </ButtonLink>
            )}
            {allHref && <ButtonLink href={allHref}>{t('main:user.all.title')}</ButtonLink>}
          </>
        }
      />
      <PeopleList list={list} />
    </>
  )
}
