/** A network of a site: the search for controllers on it, and what the last one found and missed. */
import { type ActionFunctionArgs, data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findingStates } from '#contracts/controller-network-names'
import type { NetworkSearch } from '#contracts/controller-networks'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { entitySubject, entitySubjectAt } from '~/kit/edit/thing.server'
import { autoPaused, isLivePage, refreshHeader } from '~/kit/frame/refresh'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { A } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Refresh } from '~/ui/refresh'
import { findingView, holderView } from './finding-columns'
import { findings } from './findings.server'
import { NoLinkNotice } from './no-link-notice'
import { ObjectSearch } from './object-search'
import { SearchNotice } from './search-notice'
import { NetworkSearchForm, searchedObjectText } from './searched-object'
import { controllerNetworkThing } from './thing.server'

export const handle = { title: (data) => data.network.name, menu: 'devices' } satisfies PageHandle<typeof loader>

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

/** A search takes up to twenty seconds. */
const reloadSeconds = 3

export async function loader(args: LoaderFunctionArgs) {
  const at = address('controllerNetwork', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'device.read' })
  const { may } = reader
  const list = (search: object) => href('controllerNetwork', at, { ...search })
  const [{ now, crumbs }, { data: search }, found] = await Promise.all([
    controllerNetworkThing.loadPage(reader, { at, page: 'controllerNetwork', request }),
    reader.read(site.getNetworkSearch, { path: { id: at.controllerNetworkId } }),
    listData(reader, findings, { at, request, list, csv: (query) => href('controllerNetworkCsv', at, query) }),
  ])
  const isRunning = search?.state === 'running'
  const isAuto = isLivePage(new URL(request.url).searchParams, isRunning)
  const page = {
    tenantId: at.tenantId,
    network: {
      name: now.name,
      address: `${now.address}:${now.port}`,
      controllers: now.controllers,
      hasLink: now.hasLink,
    },
    search: search && searchFacts(search),
    counts: search ? findingStates.flatMap((state) => countLink(state, search.counts[state], list({ state }))) : [],
    // Before the first search has ended there is no list.
    ...((search?.completedAt || found.rows.length > 0 || found.isNarrowed) && { list: found }),
    isRunning,
    isAuto,
    maySearch: may('device.onboard') && now.hasLink && !isRunning,
    formKey: newKey(),
    objectFormKey: newKey(),
    links: {
      own: href('controllerNetwork', at),
      paused: list({ auto: autoPaused }),
      edit: may('hierarchy.write') ? href('controllerNetworkSettings', at) : null,
      deletion: may('hierarchy.write') ? href('controllerNetworkDeletion', at) : null,
      history: may('trail.read') ? href('trail', at, { kind: 'controllerNetwork', id: at.controllerNetworkId }) : null,
    },
    crumbs,
    age: reader.age(),
  }
  return data(page, isAuto ? { headers: refreshHeader(found.links.currentHref, reloadSeconds) } : {})
}

const searchFacts = ({ state, requestedAt, requestedBy, completedAt, problem, object }: NetworkSearch) => ({
  state,
  object: object ? searchedObjectText(object) : null,
  requestedAt,
  requestedBy: requestedBy ?? null,
  completedAt: completedAt ?? null,
  problem: problem ?? null,
})

const countLink = (state: (typeof findingStates)[number], count: number | undefined, to: string) =>
  count ? [{ state, count, href: to }] : []

export async function action(args: ActionFunctionArgs) {
  const at = address('controllerNetwork', args.params)
  return mutate(args, {
    name: 'controllerNetwork.search',
    about: entitySubjectAt('controllerNetwork', at),
    options: { isDirect: true },
    form: NetworkSearchForm,
    async plan(context) {
      const network = await controllerNetworkThing.load(context, at)
      const subject = entitySubject('controllerNetwork', network)
      const { object } = context.form
      const after = object ? { object: searchedObjectText(object) } : null
      return { rows: [{ subject, effect: 'change', fields: [], before: null, after }] }
    },
    async work({ form: { object }, write }) {
      const path = { id: at.controllerNetworkId }
      await write(site.searchNetwork, { path, body: { object: object ?? null } }, [at.controllerNetworkId])
      return href('controllerNetwork', at)
    },
  })
}

export default function ControllerNetworkPage() {
  const t = useT()
  const { tenantId, network, search, counts, list, isRunning, isAuto, maySearch, links, ...keys } =
    useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  // The page comes back with the form that was posted.
  const isOfObject = reply?.submission.fields?.includes('object') ?? false
  const button = maySearch && (
    <Form hidden={{ [metaFields.stage]: 'apply', [metaFields.key]: (!isOfObject && reply?.key) || keys.formKey }}>
      <Button look="primary">
        {t(
          search?.object
            ? 'main:controllerNetwork.all'
            : list
              ? 'main:controllerNetwork.again'
              : 'main:controllerNetwork.find',
        )}
      </Button>
    </Form>
  )
  return (
    <Stack>
      <Head
        name={network.name}
        facts={[
          t('entity.controllerNetwork'),
          <span key="address" className="font-mono">
            {network.address}
          </span>,
          t('count.devices', { count: network.controllers }),
        ]}
        actions={
          isRunning ? (
            <Refresh
              href={isAuto ? links.paused : links.own}
              autoHref={links.own}
              isAuto={isAuto}
              seconds={reloadSeconds}
            />
          ) : (
            list && button
          )
        }
        others={[actionLink(t('action.edit'), links.edit)]}
        more={[actionLink(t('main:trail.history'), links.history)]}
        danger={[actionLink(t('main:site.deletion.short'), links.deletion)]}
      />
      <ChangedNotice tenantId={tenantId} name={network.name} />
      <FormNotices reply={reply} />
      {!network.hasLink && <NoLinkNotice />}
      {search && <SearchNotice search={search} />}
      {maySearch && (
        <ObjectSearch
          searched={search?.object ?? null}
          formKey={(isOfObject && reply?.key) || keys.objectFormKey}
          reply={isOfObject ? reply : undefined}
        />
      )}
      {list ? (
        <List
          list={list}
          view={search?.object ? holderView : findingView}
          caption={
            search?.object
              ? t('main:controllerNetwork.object.found', { object: search.object, name: network.name })
              : t('main:controllerNetwork.foundOn', { name: network.name })
          }
          facets={
            counts.length > 0 && (
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {counts.map(({ state, count, href: to }) => (
                  <li key={state}>
                    <A href={to}>{t(`main:controllerNetwork.counted.${state}`, { count })}</A>
                  </li>
                ))}
              </ul>
            )
          }
        />
      ) : (
        !isRunning && (
          <Section>
            <EmptyState title={t('main:controllerNetwork.notSearched')} action={button}>
              {t('main:controllerNetwork.notSearchedText')}
            </EmptyState>
          </Section>
        )
      )}
    </Stack>
  )
}
