/**
 * Loads what every page of a point starts with: its controller at the canonical address, and its value (domain §4.1).
 */
import { asPage, type Reader } from '~/backend/reader.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor, PathName, paths } from '~/paths'
import { isReporting } from './shared/find-points.server'
import { pointById } from './shared/point-by-id.server'
import { pointRow } from './shared/row'

/** Names of the paths at or below a point. */
type Below = {
  [Name in PathName]: (typeof paths)[Name] extends `${typeof paths.point}${string}` ? Name : never
}[PathName]

/** Loads the point. Throws 404 if the controller has no such point, and redirects as `controllerAt` does. */
export async function pointAt<Name extends Below>(
  reader: Reader,
  { name, at, request }: { name: Name; at: ParamsFor<Name> & ParamsFor<'point'>; request: Request },
) {
  const [controller, point] = await Promise.all([
    controllerAt(reader, { name: name as 'point', at, request }),
    asPage(pointById(reader.call, at)),
  ])
  const row = pointRow(at, point, {
    device: controller.device.name,
    isConnected: isReporting(controller.device),
  })
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
