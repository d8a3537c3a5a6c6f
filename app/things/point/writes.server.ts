/** Known writes to a point and releases of its levels (domain §17). */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { PointWrite } from './known-write'
import { writesOnTrail } from './writes-on-trail.server'

export interface KnownWrites {
  /** Newest first. */
  writes: PointWrite[]
  /** From the trail alone: writes of other clients are missing. */
  isOfTrail: boolean
}

/** Maximum number of writes on a page. */
const shown = 20

export async function writesOf(reader: Reader, at: { tenantId: string; pointId: string }): Promise<Panel<KnownWrites>> {
  return asPanel(
    withFallback<KnownWrites>(
      site.listPointWrites,
      async () => {
        const { data } = await reader.ask(site.listPointWrites, {
          path: { id: at.pointId },
          query: { pageSize: shown },
        })
        return { writes: data.map(({ by, ...write }) => ({ ...write, by: by?.fullName ?? null })), isOfTrail: false }
      },
      async () => ({ writes: await writesOnTrail(reader, at, shown), isOfTrail: true }),
    ),
  )
}
