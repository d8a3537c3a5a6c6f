/** The network settings of every controller of a customer, whatever its site (spec §4, journey 3). */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader } from '~/ui/page'
import { refreshSeconds } from '~/ui/refresh'
import { boardOf } from './board.server'
import { Board, BoardRefresh } from './board-page'

export const handle = {
  title: (data, t) => t('main:network.board.title', { place: data.customer }),
  menu: 'network',
} satisfies PageHandle<typeof loader>

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.isAuto ? [{ httpEquiv: 'refresh', content: String(refreshSeconds) }] : []

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerNetwork', args.params)
  const made = await reader(args, { view: 'network' })
  const [customer, board] = await Promise.all([ownCustomer(made.read, at), boardOf(made, at, args.request)])
  const t = translator(made.language)
  return {
    ...board,
    customer: customer.name,
    timeZone: null,
    crumbs: [{ name: t('main:network.board.crumb'), href: href('customerNetwork', at) }],
    age: made.age(),
  }
}

export default function CustomerNetwork() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        kind={<bdi>{data.customer}</bdi>}
        name={t('main:network.board.kind')}
        actions={<BoardRefresh data={data} />}
      />
      <Board data={data} />
    </>
  )
}
