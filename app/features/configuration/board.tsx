/** The settings board of one kind for a customer, a site group or a site (spec §4, journey 3). */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { SiteHeader, siteHeading } from '~/features/site/shared/header'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { PageHeader } from '~/ui/page'
import { refreshSeconds } from '~/ui/refresh'
import { mayOpen } from '~/views'
import { loadBoard } from './board.server'
import { Board, BoardRefresh } from './board-page'
import { KindTabs } from './shared/kind-tabs'
import { loadConfigurationPlace, parseConfigurationPlace } from './shared/place.server'

export const handle = {
  title: (data, t) => t(`main:${data.at.kind}.of`, { name: data.placeName }),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.isAuto ? [{ httpEquiv: 'refresh', content: String(refreshSeconds) }] : []

export async function loader(args: LoaderFunctionArgs) {
  const at = parseConfigurationPlace(args)
  const reader = await readerFor(args, { view: at.kind })
  const [place, board] = await Promise.all([
    loadConfigurationPlace(reader, { at, page: 'board', request: args.request }),
    loadBoard(reader, at, args.request),
  ])
  return {
    ...board,
    placeName: place.name,
    site: place.site && siteHeading(reader, place.site.at, place.site.now),
    timeZone: place.timeZone,
    templates: mayOpen('templates', reader),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function ConfigurationBoard() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { at, site, placeName } = data
  const refresh = <BoardRefresh data={data} />
  return (
    <>
      {site ? (
        <SiteHeader site={site} view={at.kind} actions={refresh} />
      ) : (
        <PageHeader kind={<bdi>{placeName}</bdi>} name={t(`main:${at.kind}.title`)} actions={refresh} />
      )}
      <KindTabs at={at} kinds={data.kinds} current={at.kind} templates={data.templates} />
      <Board data={data} />
    </>
  )
}
