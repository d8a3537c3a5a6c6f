/** The people of every tenant, for those who may enter all of them (spec §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { SignedInFrame } from '~/screens/frame/frame'
import { frameData } from '~/screens/frame/frame.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader } from '~/ui/page'
import { peopleListData } from './list-data.server'
import { PeopleList } from './people-list'

export const handle = { title: (_, t) => t('main:user.all.title') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args, { capability: 'user.read' })
  const [list, frame] = await Promise.all([
    peopleListData(made, {
      tenantId: null,
      request: args.request,
      listHref: (search) => href('allUsers', {}, search),
      csvHref: (search) => href('allUsersCsv', {}, search),
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
      <PageHeader
        name={t('main:user.all.title')}
        status={<span className="text-soft">{t('main:user.all.intro')}</span>}
      />
      <PeopleList list={list} />
    </SignedInFrame>
  )
}
