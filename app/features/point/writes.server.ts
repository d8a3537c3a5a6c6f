/** Known writes to a point and releases of its levels (domain §17). */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import type { PointWrite } from './point-write'
import { trailWrites } from './shared/trail-writes.server'

export interface PointWriteHistory {
  /** Newest first. */
  writes: PointWrite[]
  /** From the trail alone: writes of other clients are missing. */
  isFromTrail: boolean
}

/** Maximum number of writes on a page. */
const maxWrites = 20

export async function pointWriteHistory(
  reader: Reader,
  at: { tenantId: string; pointId: string },
): Promise<Panel<PointWriteHistory>> {
  return asPanel(
    withFallback<PointWriteHistory>(
      site.listPointWrites,
      async () => {
        const { data } = await reader.call(site.listPointWrites, {
          path: { id: at.pointId },
          query: { pageSize: maxWrites },
        })
        return { writes: data.map(({ by, ...write }) => ({ ...write, by: by?.fullName ?? null })), isFromTrail: false }
      },
      async () => ({ writes: await trailWrites(reader, at, maxWrites), isFromTrail: true }),
    ),
  )
}
