/** The controller models, filtered by platform (spec §3, §5). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { modelView } from './columns'
import { models } from './models.server'

export const handle = { title: (_, t) => t('main:view.models'), menu: 'models' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('models', args.params)
  const reader = await readerFor(args, { view: 'models' })
  return {
    list: await listData(reader, models, {
      at,
      request: args.request,
      list: (search) => href('models', at, search),
      csv: (search) => href('modelsCsv', at, search),
    }),
    crumbs: [{ name: translator(reader.language)('main:view.models'), href: href('models', at) }],
    age: reader.age(),
  }
}

export default function ModelsPage() {
  const t = useT()
  const { list } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader name={t('main:view.models')} />
      <List
        list={list}
        view={modelView}
        caption={t('main:view.models')}
        offers={[{ label: t('action.refresh'), href: list.links.list }]}
      />
    </Stack>
  )
}
