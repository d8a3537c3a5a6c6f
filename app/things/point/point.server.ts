/** A point as its pages begin: its controller at its right address, and it among the points of that (domain §4.1). */
import type { Point } from '#contracts/points'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor, PathName, paths } from '~/paths'
import { controllerAt } from '~/things/device/controller.server'
import { isHeard } from './find-points.server'
import { pointRow } from './row'

/** The addresses of a point and of what is below it. */
type Below = {
  [Name in PathName]: (typeof paths)[Name] extends `${typeof paths.point}${string}` ? Name : never
}[PathName]

/** 404 where the controller has no such point: no call reads one alone. Redirects as `controllerAt` does. */
export async function pointAt<Name extends Below>(
  reader: Reader,
  { name, at, request }: { name: Name; at: ParamsFor<Name> & ParamsFor<'point'>; request: Request },
) {
  const [controller, points] = await Promise.all([
    controllerAt(reader, { name: name as 'point', at, request }),
    reader.read(site.listDevicePoints, { path: { id: at.deviceId } }),
  ])
  const point = pointAmong(points, at.pointId)
  const row = pointRow(at, point, { isConnected: isHeard(controller.device) })
  const t = translator(reader.language)
  return {
    ...controller,
    point,
    row,
    crumbs: [
      ...controller.crumbs,
      { name: t('main:view.points'), href: href('devicePoints', at) },
      { name: row.name, href: href('point', at) },
    ],
  }
}

/** 404 where it is not there. */
export function pointAmong(points: readonly Point[], id: string): Point {
  const found = points.find((point) => point.id === id)
  if (!found) throw new Response(null, { status: 404 })
  return found
}
