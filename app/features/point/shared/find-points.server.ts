/** Reads the points of a controller with their present values, as rows (domain §4.1). */
import type { Point } from '#contracts/points'
import { type Device, site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { isCutShort } from '~/backend/whole-lists'
import type { ParamsFor } from '~/paths'
import { type PointRow, pointRow } from './row'

/** Whether the values of its points are current; true if the backend does not report the connection. */
export function isReporting({ overallStatus }: Pick<Device, 'overallStatus'>): boolean {
  return overallStatus?.connected !== false
}

interface ControllerPoints {
  points: Point[]
  rows: PointRow[]
  /** The controller has more points than were read. */
  isCut: boolean
}

const cache = new WeakMap<object, Promise<ControllerPoints>>()

/**
 * Returns all points of a controller, read once per page or file since there may be ten thousand. Throws
 * `ServiceError`.
 */
export function pointsOfController(
  { call, context }: Pick<Reader, 'call' | 'context'>,
  at: ParamsFor<'device'>,
): Promise<ControllerPoints> {
  const cached = cache.get(context)
  if (cached) return cached
  const read = readPoints({ call }, at)
  cache.set(context, read)
  return read
}

async function readPoints({ call }: Pick<Reader, 'call'>, at: ParamsFor<'device'>): Promise<ControllerPoints> {
  const path = { id: at.deviceId }
  const [points, device] = await Promise.all([call(site.listDevicePoints, { path }), call(site.getDevice, { path })])
  const controller = { device: device.name, isConnected: isReporting(device) }
  return { points, rows: points.map((point) => pointRow(at, point, controller)), isCut: isCutShort(points) }
}
