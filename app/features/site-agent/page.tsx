/** An agent of a site: whether it is connected, what waits there, and its key. */
import { data, type HeadersArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { AgentState } from '#contracts/site-agent-names'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { autoPaused, isLivePage, refreshHeader } from '~/kit/frame/refresh'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Refresh } from '~/ui/refresh'
import { Time } from '~/ui/time'
import { AgentStateBadge } from './state'
import { siteAgentThing } from './thing.server'

export const handle = { title: (data) => data.agent.name, menu: 'devices' } satisfies PageHandle<typeof loader>

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders

/** An agent is heard every ten seconds. */
const reloadSeconds = 10

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteAgent', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'hierarchy.read' })
  const { now, crumbs } = await siteAgentThing.loadPage(reader, { at, page: 'siteAgent', request })
  const may = reader.may('hierarchy.write')
  const isWaiting = now.state === 'waiting' || (now.state === 'connected' && (now.backlog ?? 0) > 0)
  const isAuto = isLivePage(new URL(request.url).searchParams, isWaiting)
  const own = href('siteAgent', at)
  const page = {
    tenantId: at.tenantId,
    agent: {
      name: now.name,
      state: now.state,
      version: now.version ?? null,
      lastContactAt: now.lastContactAt ?? null,
      backlog: now.backlog ?? null,
      backlogSince: now.backlogSince ?? null,
      keyIssuedAt: now.keyIssuedAt ?? null,
      networks: now.networks,
      controllers: now.controllers,
    },
    isWaiting,
    isAuto,
    links: {
      own,
      paused: href('siteAgent', at, { auto: autoPaused }),
      networks: href('siteControllerNetworks', at),
      edit: may ? href('siteAgentSettings', at) : null,
      key: may ? href('siteAgentKey', at) : null,
      revocation: may && now.state !== 'keyless' ? href('siteAgentRevocation', at) : null,
      deletion: may ? href('siteAgentDeletion', at) : null,
      history: reader.may('trail.read') ? href('trail', at, { kind: 'siteAgent', id: at.siteAgentId }) : null,
    },
    crumbs,
    age: reader.age(),
  }
  return data(page, isAuto ? { headers: refreshHeader(own, reloadSeconds) } : {})
}

export default function SiteAgentPage() {
  const t = useT()
  const { tenantId, agent, isWaiting, isAuto, links } = useLoaderData<typeof loader>()
  const { name, version, lastContactAt, backlog, backlogSince, keyIssuedAt } = agent
  return (
    <Stack>
      <Head
        name={name}
        facts={[
          t('entity.siteAgent'),
          <AgentStateBadge key="state" state={agent.state} />,
          t('count.devices', { count: agent.controllers }),
        ]}
        actions={
          isWaiting && (
            <Refresh
              href={isAuto ? links.paused : links.own}
              autoHref={links.own}
              isAuto={isAuto}
              seconds={reloadSeconds}
            />
          )
        }
        primary={agent.state === 'keyless' && actionLink(t('main:siteAgent.key.issue'), links.key)}
        others={[
          agent.state !== 'keyless' && actionLink(t('main:siteAgent.key.replace'), links.key),
          actionLink(t('action.edit'), links.edit),
        ]}
        more={[
          actionLink(t('main:siteAgent.revocation.short'), links.revocation),
          actionLink(t('main:trail.history'), links.history),
        ]}
        danger={[actionLink(t('main:site.deletion.short'), links.deletion)]}
      />
      <ChangedNotice tenantId={tenantId} name={name} />
      <StateNotice state={agent.state} />
      <Section title={t('main:siteAgent.connection')}>
        <Facts
          facts={[
            { term: t('main:siteAgent.lastContact'), value: lastContactAt ? <Time at={lastContactAt} /> : '' },
            { term: t('main:siteAgent.version'), value: version && <bdi>{version}</bdi> },
            {
              term: t('main:siteAgent.backlog'),
              value:
                backlog === null ? (
                  t('word.notKnown')
                ) : (
                  <>
                    {t('main:siteAgent.messages', { count: backlog })}
                    {backlog > 0 && backlogSince && (
                      <>
                        {' · '}
                        {t('main:siteAgent.since')} <Time at={backlogSince} />
                      </>
                    )}
                  </>
                ),
            },
            { term: t('main:siteAgent.key.issuedAt'), value: keyIssuedAt ? <Time at={keyIssuedAt} /> : '' },
            {
              term: t('main:view.controllerNetworks'),
              value: <A href={links.networks}>{t('count.networks', { count: agent.networks })}</A>,
            },
          ]}
        />
      </Section>
    </Stack>
  )
}

/** Says what to do next, where there is something to do. */
function StateNotice({ state }: { state: AgentState }) {
  const t = useT()
  if (state === 'connected') return null
  return (
    <Notice tone={state === 'silent' ? 'warn' : 'info'} quiet title={t(`main:siteAgent.next.${state}`)}>
      <p>{t(`main:siteAgent.next.${state}Text`)}</p>
    </Notice>
  )
}
