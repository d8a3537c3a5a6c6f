/** What a controller keeps of its points: by the extension, or as its points say it themselves (domain §17). */
import type { Historian } from '#contracts/historian'
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import type { ParamsFor } from '~/paths'
import { pointsOf } from './find-points.server'

export interface KnownHistorian {
  /** As many as one form takes, in the order of their names. */
  points: Point[]
  /** The controller has more. */
  isCut: boolean
  /** Null where the backend has no call for it: what each of the points says is all that is known. */
  historian: Historian | null
}

/** A form takes two thousand fields; a point has two. No licence of the reference services allows as many. */
const mostPoints = 900

export async function historianOf(
  { ask, context }: Pick<Reader, 'ask' | 'context'>,
  at: ParamsFor<'device'>,
): Promise<KnownHistorian> {
  const [{ points, isCut }, historian] = await Promise.all([
    pointsOf({ ask, context }, at),
    withFallback<Historian | null>(
      site.getHistorian,
      () => ask(site.getHistorian, { path: { id: at.deviceId } }),
      async () => null,
    ),
  ])
  return { ...formOf(points), historian, ...(isCut && { isCut }) }
}

/** Of the points of a controller those that a form has. */
export function formOf(points: readonly Point[]): Pick<KnownHistorian, 'points' | 'isCut'> {
  const byName = points.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  return { points: byName.slice(0, mostPoints), isCut: points.length > mostPoints }
}
