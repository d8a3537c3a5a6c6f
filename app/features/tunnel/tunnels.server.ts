/** The open tunnels of a customer: by the extension, or by the trail (domain §17). */

import { site } from '#contracts/site'
import type { Tunnel } from '#contracts/tunnels'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { countInReply } from '~/domain/count'
import { isTunnelLive } from '~/domain/tunnel'
import type { Place } from '~/hrefs'
import type { ListPage, ListQuery, ListSource } from '~/kit/list/source.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { tunnelFields } from './columns'
import { type TunnelListRow, tunnelRow } from './row'

/** `closed` and `host` are parameters of links to the page: a closed tunnel, a controller to open one to. */
export const tunnels: ListSource<typeof tunnelFields, TunnelListRow, Place> = {
  fields: tunnelFields,
  others: ['closed', 'host'],
  find: findTunnels,
}

/** A tunnel exists for a day at most (domain §6.4), so older records are irrelevant. */
const maxLifetimeMs = 24 * 60 * 60_000
/** Controllers that are read where tunnels cannot be listed by customer. */
const maxControllers = 100

/** Returns one page, newest first, with author and reason from the service, else from the trail. */
async function findTunnels(
  reader: Reader,
  { at, after, pageSize }: ListQuery<typeof tunnelFields, Place>,
): Promise<ListPage<TunnelListRow>> {
  const opened = recentlyOpened(reader, at)
  try {
    return await withFallback<ListPage<TunnelListRow>>(
      site.findTunnels,
      async () => {
        const [reply, records] = await Promise.all([
          reader.call(site.findTunnels, { query: { customerId: at.customerId, pageSize, continuationToken: after } }),
          opened,
        ])
        return {
          rows: reply.data.map((tunnel) => withRecord(tunnelRow(at, tunnel), records)),
          total: countInReply(reply),
          next: reply.continuationToken ?? null,
        }
      },
      async () => ({
        rows: await tunnelsFromTrail(reader, at, await opened),
        total: null,
        next: null,
        incomplete: true,
      }),
    )
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Returns the tunnels opened with this console in the last day, newest first. */
async function recentlyOpened(reader: Reader, at: Place): Promise<TrailEntry[]> {
  const from = new Date(Date.now() - maxLifetimeMs).toISOString()
  const { entries } = await findEntries({
    tenantId: at.tenantId,
    visibleTo: visibleTo(reader),
    mutation: 'tunnel.open',
    from,
    limit: 200,
  })
  return entries.filter(
    ({ customerId, outcomeRecord }) => customerId === at.customerId && outcomeRecord?.outcome === 'done',
  )
}

function withRecord(row: TunnelListRow, records: readonly TrailEntry[]): TunnelListRow {
  const record = records.find(({ outcomeRecord }) => outcomeRecord?.detail?.tunnelId === row.tunnelId)
  return { ...row, by: row.by || (record?.actor.name ?? ''), why: row.why || (record?.reason ?? '') }
}

/** Returns an empty list for a controller that is missing or hidden. */
async function tunnelsOf({ call }: Reader, id: string): Promise<Tunnel[]> {
  const path = { id }
  try {
    const [tunnels] = await Promise.all([call(site.listTunnels, { path }), call(site.getDevice, { path })])
    return tunnels
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return []
    throw error
  }
}

async function tunnelsFromTrail(reader: Reader, at: Place, records: readonly TrailEntry[]): Promise<TunnelListRow[]> {
  const devices = [...new Map(records.map(({ subject }) => [subject.id, subject])).values()].slice(0, maxControllers)
  const lists = await inParallel(devices, 8, async ({ id, name, path }) => {
    const tunnels = await tunnelsOf(reader, id)
    const device = { id, name, path: path as NonNullable<Tunnel['device']>['path'] }
    return tunnels.filter(({ status }) => isTunnelLive(status)).map((tunnel) => tunnelRow(at, { ...tunnel, device }))
  })
  return lists.flat().map((row) => withRecord(row, records))
}
