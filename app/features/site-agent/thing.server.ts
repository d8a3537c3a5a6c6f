/** How pages and changes load an agent of a site. */
import type { PathNode } from '#contracts/scalars'
import { site as contract, type Site } from '#contracts/site'
import type { SiteAgent } from '#contracts/site-agents'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { toInputValues } from '~/kit/edit/fields'
import type { Thing } from '~/kit/edit/thing.server'
import { locatePlace } from '~/kit/place/locate-place.server'
import { siteAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import type { Crumb } from '~/ui/breadcrumb'
import { siteAgentFields } from './shared/fields'

/** An agent with its path, as the trail names it. */
export type SiteAgentEntity = SiteAgent & { path: PathNode[] }

export const siteAgentThing: Thing<'siteAgent', SiteAgentEntity> = {
  kind: 'siteAgent',
  async loadPage(reader, { at, page, request }) {
    const siteArgs = { kind: 'site', at, page, request } as const
    const [{ now: site, crumbs }, { data }] = await Promise.all([
      locatePlace(reader, siteArgs, reader.read(contract.getSite, { path: { id: at.siteId } })),
      reader.read(contract.getSiteAgent, { path: { id: at.siteAgentId } }),
    ])
    return { now: inSite(data, site), crumbs: [...crumbs, ...agentCrumbs(reader, at, data.name)] }
  },
  async load({ read }, at) {
    const [site, { data }] = await Promise.all([
      siteAt(read, at),
      read(contract.getSiteAgent, { path: { id: at.siteAgentId } }),
    ])
    return inSite(data, site)
  },
  toForm: (agent) => toInputValues(siteAgentFields, agent),
}

/** Returns the breadcrumbs below the site: the list, then the agent. */
function agentCrumbs({ language }: Pick<Reader, 'language'>, at: ParamsFor<'siteAgent'>, name: string): Crumb[] {
  return [
    { name: translator(language)('main:view.siteAgents'), href: href('siteAgents', at) },
    { name, href: href('siteAgent', at) },
  ]
}

/** Throws 404 if the agent belongs to another site. */
function inSite(agent: SiteAgent, { id, name, path = [] }: Site): SiteAgentEntity {
  if (agent.siteId !== id) throw new Response(null, { status: 404 })
  return { ...agent, path: [...path, { id, name, type: 'site' }] }
}
