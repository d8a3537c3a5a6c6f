/** The agents of a site. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { type ListSource, listData } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { type SiteAgentRow, siteAgentListFields, siteAgentView } from './list-columns'

export const handle = {
  title: ({ place }, t) => t('main:siteAgent.of', { name: place.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'siteAgents')
  const at = address('siteAgents', args.params)
  const reader = await readerFor(args, { view: 'siteAgents' })
  // A backend without these calls has no agents, and takes none.
  const reading = withFallback(
    site.listSiteAgents,
    async () => ({ ...(await reader.call(site.listSiteAgents, { path: { id: at.siteId } })), isOffered: true }),
    async () => ({ data: [], acceptsAgents: true, isOffered: false }),
  )
  /** A site has few agents; one call returns all of them. */
  const source: ListSource<typeof siteAgentListFields, SiteAgentRow, ParamsFor<'site'>> = {
    fields: siteAgentListFields,
    others: ['changed'],
    async find() {
      const { data } = await reading
      const rows = data.map(({ id, name, state, version, lastContactAt, backlog, controllers }) => ({
        ...{ id, name, state, controllers, version: version ?? '', lastContactAt: lastContactAt ?? '' },
        backlog: backlog ?? null,
        href: href('siteAgent', { ...at, siteAgentId: id }),
      }))
      return { rows, total: rows.length, next: null }
    },
  }
  const [place, list] = await Promise.all([loadMountedPlace(reader, mount), listData(reader, source, { ...mount, at })])
  const { acceptsAgents, isOffered } = await reading
  return {
    place,
    list,
    acceptsAgents,
    isOffered,
    newHref: !isOffered || !acceptsAgents ? undefined : reader.may('hierarchy.write') ? href('newSiteAgent', at) : null,
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function SiteAgents() {
  const t = useT()
  const { place, list, acceptsAgents, isOffered, newHref } = useLoaderData<typeof loader>()
  const add = newHref && (
    <ButtonLink look="primary" href={newHref}>
      {t('main:change.siteAgent.create')}
    </ButtonLink>
  )
  return (
    <Stack>
      <PlaceHead place={place} actions={list.rows.length > 0 && add} />
      {!acceptsAgents && (
        <Notice tone="warn" quiet title={t('main:siteAgent.notAccepted')}>
          {t('main:siteAgent.notAcceptedText')} <code>AGENT_PORT</code>
        </Notice>
      )}
      {!isOffered && (
        <Notice tone="info" quiet>
          {t('errors:catalogue.notOnThisBackend')}
        </Notice>
      )}
      <List
        list={list}
        view={siteAgentView}
        caption={t('main:siteAgent.of', { name: place.name })}
        offers={[{ label: t('main:change.siteAgent.create'), href: newHref, isMain: true }]}
      />
    </Stack>
  )
}
