/** What follows a change: sending after saving, watching after deploying. */
import type { PathNode } from '#contracts/scalars'
import { capabilitiesFor, changeNamed } from '~/changes'
import { href, placeParams } from '~/hrefs'
import { boardHref, puttingBackHref, sendingHref } from '~/screens/configuration/place'
import { kindOfChange } from '~/things/configuration'
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
  const next = changeNamed(first.mutation)?.next
  if (next === 'rollout') {
    const [operationId] = entries.flatMap(({ ending }) => ending?.detail?.operationId ?? [])
    const to =
      typeof operationId === 'string' ? href('deployment', { ...params, operationId }) : href('deployments', params)
    return { kind: 'deployments' as const, href: to }
  }
  if (next === 'import' && capabilitiesFor('site.build').some(may))
    return {
      kind: 'import' as const,
      href: href('siteImportCsv', { ...params, changeId: first.changeId }),
      sitesHref: href('customerSites', params),
    }
  if (!params.siteId || (next !== 'sending' && next !== 'board')) return null
  const isOfOneSite = entries.every(({ subject }) => subject.path?.some(({ id }) => id === params.siteId))
  const kind = kindOfChange(first)
  const place = { ...(isOfOneSite ? params : { tenantId, customerId }), kind }
  const maySend = next === 'sending' && capabilitiesFor('configuration.send').some(may)
  const isOfMany = next === 'sending' && entries.filter(({ ending }) => ending?.outcome === 'done').length > 1
  const mayPutBack = isOfMany && capabilitiesFor(`${kind}.save`).some(may)
  return {
    kind: 'configuration' as const,
    of: kind,
    href: boardHref(place),
    sendTo: maySend ? sendingHref(place) : null,
    backTo: mayPutBack ? puttingBackHref({ tenantId, customerId, changeId: first.changeId, kind }) : null,
  }
}
