/** What follows a change: sending after saving, watching after deploying. */
import type { PathNode } from '#contracts/scalars'
import { href, placeParams } from '~/hrefs'
import { capabilitiesFor } from '~/mutations'
import { boardHref, sendingHref } from '~/things/network/place'
import type { TrailEntry } from '~/trail/find-entries.server'

/** Null where nothing follows this kind of change. */
export function nextOf(
  tenantId: string,
  entries: readonly TrailEntry[],
  may: (capability: ReturnType<typeof capabilitiesFor>[number]) => boolean,
) {
  const [first] = entries
  if (!first?.customerId) return null
  const { customerId, subject } = first
  const params = placeParams({ tenantId, customerId }, (subject.path ?? []) as PathNode[])
  if (first.mutation === 'packages.deploy' || first.mutation === 'packages.goOn') {
    const [operationId] = entries.flatMap(({ ending }) => ending?.detail?.operationId ?? [])
    const to =
      typeof operationId === 'string' ? href('deployment', { ...params, operationId }) : href('deployments', params)
    return { kind: 'deployments' as const, href: to }
  }
  if (first.mutation === 'site.build' && capabilitiesFor('site.build').some(may))
    return {
      kind: 'import' as const,
      href: href('siteImportCsv', { ...params, changeId: first.changeId }),
      sitesHref: href('customerSites', params),
    }
  if (!params.siteId || !['network.save', 'configuration.send'].includes(first.mutation)) return null
  const isOfOneSite = entries.every(({ subject }) => subject.path?.some(({ id }) => id === params.siteId))
  const place = isOfOneSite ? params : { tenantId, customerId }
  const maySend = first.mutation === 'network.save' && capabilitiesFor('configuration.send').some(may)
  return {
    kind: 'network' as const,
    href: boardHref(place),
    sendTo: maySend ? sendingHref(place) : null,
  }
}
