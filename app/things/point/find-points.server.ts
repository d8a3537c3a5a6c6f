/** The points of a controller with their present values, as rows (domain §4.1). */
import type { Point } from '#contracts/points'
import { type Device, site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import type { ParamsFor } from '~/paths'
import { type PointRow, pointRow } from './row'

/** Whether what its points read is of now. A backend that does not say is believed. */
export function isHeard({ overallStatus }: Pick<Device, 'overallStatus'>): boolean {
  return overallStatus?.connected !== false
}

/** All of them. Throws ServiceError. */
export async function pointsOf(
  { ask }: Pick<Reader, 'ask'>,
  at: ParamsFor<'device'>,
): Promise<{ points: Point[]; rows: PointRow[] }> {
  const path = { id: at.deviceId }
  const [points, device] = await Promise.all([ask(site.listDevicePoints, { path }), ask(site.getDevice, { path })])
  const isConnected = isHeard(device)
  return { points, rows: points.map((point) => pointRow(at, point, { isConnected })) }
}
