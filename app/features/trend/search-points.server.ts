/** Finds points of a customer by the words of their names, controllers and places, to add them to trends. */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { locationOf } from '~/domain/device'

export interface PointMatch {
  id: string
  name: string
  /** Its controller and place. */
  where: string
}

export interface PointMatches {
  rows: PointMatch[]
  /** Whether there are further matches. */
  hasMore: boolean
}

/** Matches on one page. */
export const maxMatches = 30

/** Returns null if the backend cannot search the points of a customer. */
export function searchPoints(
  { call }: Pick<Reader, 'call'>,
  { customerId, search }: { customerId: string; search: string },
): Promise<Panel<PointMatches | null>> {
  return asPanel(
    withFallback<PointMatches | null>(
      site.findPoints,
      async () => {
        const { data, continuationToken } = await call(site.findPoints, {
          query: { customerId, search, pageSize: maxMatches },
        })
        return {
          rows: data.map(({ id, name, displayName, deviceName, path = [] }) => ({
            id,
            name: displayName || name,
            where: [deviceName, locationOf(path)].filter(Boolean).join(' · '),
          })),
          hasMore: Boolean(continuationToken),
        }
      },
      async () => null,
    ),
  )
}
