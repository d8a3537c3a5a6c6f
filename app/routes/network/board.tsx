/** The network settings of every controller of a site: what is saved, waiting, sent or failed (spec §4, journey 3). */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import { SiteHeader, siteLinks } from '~/things/site/header'
import type { PageHandle } from '~/ui/handle'
import { refreshSeconds } from '~/ui/refresh'
import { boardOf } from './board.server'
import { Board, BoardRefresh } from './board-page'

export const handle = {
  title: (data, t) => t('main:network.board.title', { place: data.site.name }),
  menu: 'customer',
} satisfies PageHandle<typeof loader>

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.isAuto ? [{ httpEquiv: 'refresh', content: String(refreshSeconds) }] : []

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteNetwork', args.params)
  const made = await reader(args, { view: 'network' })
  const [{ node, path, site: placed }, board] = await Promise.all([
    atRightAddress(
      { reader: made, name: 'siteNetwork', at, request: args.request },
      made.read(site.getSite, { path: { id: at.siteId } }),
    ),
    boardOf(made, at, args.request),
  ])
  const t = translator(made.language)
  const self = { id: node.id, name: node.name, type: 'site' as const }
  return {
    ...board,
    site: { name: node.name, archived: node.archived, links: siteLinks(made, at) },
    timeZone: node.timeZone ?? (placed?.ok ? placed.value.timeZone : null) ?? null,
    crumbs: crumbsOf(at, [...path, self], { name: t('main:network.board.crumb'), href: href('siteNetwork', at) }),
    age: made.age(),
  }
}

export default function SiteNetwork() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <SiteHeader site={data.site} view="network" actions={<BoardRefresh data={data} />} />
      <Board data={data} />
    </>
  )
}
