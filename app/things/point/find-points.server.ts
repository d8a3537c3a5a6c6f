/** Reads the points of a controller with their present values, as rows (domain §4.1). */
import type { Point } from '#contracts/points'
import { type Device, site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { isCutShort } from '~/backend/whole-lists'
import type { ParamsFor } from '~/paths'
import { type PointRow, pointRow } from './row'

/** Whether the values of its points are current; true if the backend does not report the connection. */
export function isHeard({ overallStatus }: Pick<Device, 'overallStatus'>): boolean {
  return overallStatus?.connected !== false
}

interface PointsOf {
  points: Point[]
  rows: PointRow[]
  /** The controller has more points than were read. */
  isCut: boolean
}

const asked = new WeakMap<object, Promise<PointsOf>>()

/**
 * Returns all points of a controller, read once per page or file since there may be ten thousand. Throws
 * `ServiceError`.
 */
export function pointsOf(
  { ask, context }: Pick<Reader, 'ask' | 'context'>,
  at: ParamsFor<'device'>,
): Promise<PointsOf> {
  const known = asked.get(context)
  if (known) return known
  const read = readPoints({ ask }, at)
  asked.set(context, read)
  return read
}

async function readPoints({ ask }: Pick<Reader, 'ask'>, at: ParamsFor<'device'>): Promise<PointsOf> {
  const path = { id: at.deviceId }
  const [points, device] = await Promise.all([ask(site.listDevicePoints, { path }), ask(site.getDevice, { path })])
  const controller = { device: device.name, isConnected: isHeard(device) }
  return { points, rows: points.map((point) => pointRow(at, point, controller)), isCut: isCutShort(points) }
}
