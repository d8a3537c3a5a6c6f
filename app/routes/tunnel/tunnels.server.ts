/** The open tunnels of a customer: by the extension, or by the trail (domain §17). */

import { site } from '#contracts/site'
import type { Tunnel } from '#contracts/tunnels'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { countedIn } from '~/domain/counted'
import { isLive } from '~/domain/tunnel'
import type { Place } from '~/hrefs'
import type { Found, Source, Wanted } from '~/screens/list/source.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { tunnelFields } from './columns'
import { type TunnelRow, tunnelRow } from './row'

/** `closed` and `host` are parameters of links to the page: a closed tunnel, a controller to open one to. */
export const tunnels: Source<typeof tunnelFields, TunnelRow, Place> = {
  fields: tunnelFields,
  others: ['closed', 'host'],
  find: findTunnels,
}

/** A tunnel exists for a day at most (domain §6.4), so older records are irrelevant. */
const longestLifetimeMs = 24 * 60 * 60_000
/** Controllers that are read where tunnels cannot be listed by customer. */
const mostControllers = 100

/** Returns one page, newest first, with author and reason from the service, else from the trail. */
async function findTunnels(
  reader: Reader,
  { at, after, pageSize }: Wanted<typeof tunnelFields, Place>,
): Promise<Found<TunnelRow>> {
  const opened = openedLately(reader, at)
  try {
    return await withFallback<Found<TunnelRow>>(
      site.findTunnels,
      async () => {
        const [found, records] = await Promise.all([
          reader.ask(site.findTunnels, { query: { customerId: at.customerId, pageSize, continuationToken: after } }),
          opened,
        ])
        return {
          rows: found.data.map((tunnel) => withTrail(tunnelRow(at, tunnel), records)),
          total: countedIn(found),
          next: found.continuationToken ?? null,
        }
      },
      async () => ({ rows: await fromTrail(reader, at, await opened), total: null, next: null, isPartial: true }),
    )
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Returns the tunnels opened with this console in the last day, newest first. */
async function openedLately(reader: Reader, at: Place): Promise<TrailEntry[]> {
  const from = new Date(Date.now() - longestLifetimeMs).toISOString()
  const { entries } = await findEntries({
    tenantId: at.tenantId,
    visibleTo: visibleTo(reader),
    mutation: 'tunnel.open',
    from,
    limit: 200,
  })
  return entries.filter(({ customerId, ending }) => customerId === at.customerId && ending?.outcome === 'done')
}

function withTrail(row: TunnelRow, records: readonly TrailEntry[]): TunnelRow {
  const record = records.find(({ ending }) => ending?.detail?.tunnelId === row.tunnelId)
  return { ...row, by: row.by || (record?.actor.name ?? ''), why: row.why || (record?.reason ?? '') }
}

/** Returns an empty list for a controller that is missing or hidden. */
async function tunnelsOf({ ask }: Reader, id: string): Promise<Tunnel[]> {
  const path = { id }
  try {
    const [tunnels] = await Promise.all([ask(site.listTunnels, { path }), ask(site.getDevice, { path })])
    return tunnels
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return []
    throw error
  }
}

async function fromTrail(reader: Reader, at: Place, records: readonly TrailEntry[]): Promise<TunnelRow[]> {
  const devices = [...new Map(records.map(({ subject }) => [subject.id, subject])).values()].slice(0, mostControllers)
  const lists = await inParallel(devices, 8, async ({ id, name, path }) => {
    const tunnels = await tunnelsOf(reader, id)
    const device = { id, name, path: path as NonNullable<Tunnel['device']>['path'] }
    return tunnels.filter(({ status }) => isLive(status)).map((tunnel) => tunnelRow(at, { ...tunnel, device }))
  })
  return lists.flat().map((row) => withTrail(row, records))
}
