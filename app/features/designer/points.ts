/** The current values of points of a controller of the ticket's site, in the reader's language and units. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { unitSystemOf } from '~/backend/tenant-user'
import { pointValueText, valueFormatOf } from '~/features/point/shared/value'
import { isId } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { identityOf } from '~/trail/actor.server'
import { formatsFor } from '~/ui/format'
import { designerCall, readerAfterCall } from './call.server'
import { visitPoints } from './point-visits.server'
import { designerPoints } from './points.server'

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams
  const deviceId = search.get('device') ?? ''
  return designerCall(args, async (reader, at) => {
    if (!reader.features.subscriptions || !isId(deviceId)) throw new Response(null, { status: 404 })
    if (!reader.may('point.subscribe')) throw new Response(null, { status: 403 })
    const points = await designerPoints(reader, { ...at, deviceId })
    const pointIds = search.getAll('point').filter((id) => points.has(id))
    const values = await visitPoints({
      at: { tenantId: at.tenantId, customerId: at.customerId, deviceId },
      person: identityOf(reader.session.person) ?? reader.session.id,
      pointIds: new Set(pointIds),
      reader: () => readerAfterCall(args, at),
    })
    const t = translator(reader.language)
    const format = formatsFor({
      language: reader.language,
      unit: unitSystemOf(reader.person, at.tenantId),
      timeZone: 'UTC',
    })
    return Response.json(
      pointIds.flatMap((id) => {
        const [point, value] = [points.get(id), values.get(id)]
        if (!point || !value) return []
        const text = pointValueText({ t, format }, valueFormatOf(point), value.presentValue)
        return [{ id, text, isOld: value.quality !== 'good' }]
      }),
    )
  })
}
