/** The people of every tenant, for super-admins (spec §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { SignedInFrame } from '~/kit/frame/frame'
import { frameData } from '~/kit/frame/frame.server'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { allPeopleView } from './columns'
import { people } from './people.server'
import { RolesByTenant } from './roles-by-tenant'
import { rolesByTenant } from './roles-by-tenant.server'

export const handle = { title: (_, t) => t('main:user.all.title') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args, { view: 'users' })
  const [list, roles, frame] = await Promise.all([
    listData(reader, people, {
      at: { tenantId: null },
      request: args.request,
      list: (search) => href('allUsers', {}, search),
      csv: (search) => href('allUsersCsv', {}, search),
    }),
    rolesByTenant(reader),
    frameData(reader, {}),
  ])
  return { list, roles, frame, age: reader.age(), crumbs: [] }
}

export default function AllUsers() {
  const t = useT()
  const { list, roles, frame } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      <Stack>
        <PageHeader
          name={t('main:user.all.title')}
          status={<span className="text-soft">{t('main:user.all.intro')}</span>}
        />
        <List list={list} view={allPeopleView} caption={t('main:user.list.caption')} />
        <Section flush={roles.ok}>
          {roles.ok ? (
            <RolesByTenant rows={roles.value} />
          ) : (
            <Unavailable detail={serviceProblemText(t, roles.problem)} />
          )}
        </Section>
      </Stack>
    </SignedInFrame>
  )
}
