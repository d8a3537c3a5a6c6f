/** Reads the schedule document of a controller, by host id as the specification requires (spec §7). */
import { operations } from '#contracts/operations'
import type { ScheduleDocument } from '#contracts/schedules'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'

interface HasHostId {
  hostId?: string | null | undefined
}

/**
 * Returns the document. Throws `ServiceError`, with 4304 for a controller without a host id, without calling the
 * service.
 */
export async function documentByHostId(call: Reader['call'], { hostId }: HasHostId): Promise<ScheduleDocument> {
  if (!hostId) throw new ServiceError({ service: 'operations', status: 409, body: { errorCode: 4304 } })
  return call(operations.getSchedules, { path: { id: hostId } })
}

/** Returns the document as a panel, so that the page is shown without it on errors. */
export const documentPanel = ({ call }: Pick<Reader, 'call'>, device: HasHostId): Promise<Panel<ScheduleDocument>> =>
  asPanel(documentByHostId(call, device))
