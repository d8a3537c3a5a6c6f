/** The schedule document of a controller, asked for by its host id as the specification has it (spec §7). */
import { operations } from '#contracts/operations'
import type { ScheduleDocument } from '#contracts/schedules'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'

interface Hosted {
  hostId?: string | null | undefined
}

/** Throws ServiceError: 4304 for a controller without a host id, of which nobody has to be asked. */
export async function documentOfHost(ask: Reader['ask'], { hostId }: Hosted): Promise<ScheduleDocument> {
  if (!hostId) throw new ServiceError({ service: 'operations', status: 409, body: { errorCode: 4304 } })
  return ask(operations.getSchedules, { path: { id: hostId } })
}

/** As a part of a page, which stands without it. */
export const documentPanel = ({ ask }: Pick<Reader, 'ask'>, device: Hosted): Promise<Panel<ScheduleDocument>> =>
  asPanel(documentOfHost(ask, device))
