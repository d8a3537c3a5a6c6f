/** The people of every tenant, for those who may enter all of them (spec §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { SignedInFrame } from '~/screens/frame/frame'
import { frameData } from '~/screens/frame/frame.server'
import { List } from '~/screens/list/list'
import { listData } from '~/screens/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { allPeopleView } from './columns'
import { people } from './people.server'

export const handle = { title: (_, t) => t('main:user.all.title') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args, { view: 'users' })
  const [list, frame] = await Promise.all([
    listData(made, people, {
      at: { tenantId: null },
      request: args.request,
      list: (search) => href('allUsers', {}, search),
      csv: (search) => href('allUsersCsv', {}, search),
    }),
    frameData(made, {}),
  ])
  return { list, frame, age: made.age(), crumbs: [] }
}

export default function AllUsers() {
  const t = useT()
  const { list, frame } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      <Stack>
        <PageHeader
          name={t('main:user.all.title')}
          status={<span className="text-soft">{t('main:user.all.intro')}</span>}
        />
        <List list={list} view={allPeopleView} caption={t('main:user.list.caption')} />
      </Stack>
    </SignedInFrame>
  )
}
