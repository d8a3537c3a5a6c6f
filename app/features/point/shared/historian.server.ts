/** Data logging of a controller's points: with the extension, else as each point reports it (domain §17). */
import type { Historian } from '#contracts/historian'
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import type { ParamsFor } from '~/paths'
import { pointsOfController } from './find-points.server'

export interface ControllerHistorian {
  /** The points of one form, sorted by name. */
  points: Point[]
  /** The controller has more points. */
  isCut: boolean
  /** Null if the backend has no call for it; then only the settings of each point are known. */
  historian: Historian | null
}

/**
 * A form has at most two thousand fields, and each point has two. No licence of the reference services allows as many.
 */
const maxPoints = 900

export async function historianOf(
  { call, context }: Pick<Reader, 'call' | 'context'>,
  at: ParamsFor<'device'>,
): Promise<ControllerHistorian> {
  const [{ points, isCut }, historian] = await Promise.all([
    pointsOfController({ call, context }, at),
    withFallback<Historian | null>(
      site.getHistorian,
      () => call(site.getHistorian, { path: { id: at.deviceId } }),
      async () => null,
    ),
  ])
  return { ...pointsForForm(points), historian, ...(isCut && { isCut }) }
}

/** Returns the points of a controller that fit in one form. */
export function pointsForForm(points: readonly Point[]): Pick<ControllerHistorian, 'points' | 'isCut'> {
  const byName = points.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  return { points: byName.slice(0, maxPoints), isCut: points.length > maxPoints }
}
