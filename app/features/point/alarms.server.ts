/** Active alarms of one point (domain §1.3): filtered by the call, or found among those of its controller. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { envelope, pagesOf } from '~/backend/pages'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'

/** Page size, and the maximum number of a controller's alarms read if the backend cannot filter by point. */
const pageSize = 200
const maxAlarms = 2_000

export interface AlarmsOfPoint {
  alarms: (Pick<Alarm, 'id' | 'severity'> & { message: string; href: string })[]
  /** The controller has more alarms than were read. */
  incomplete: boolean
}

/** Returns the active alarms of a point. Throws `ServiceError`. */
export async function alarmsOfPoint(reader: Pick<Reader, 'call'>, at: ParamsFor<'point'>): Promise<AlarmsOfPoint> {
  try {
    return await readAlarms(reader, at, { pointIds: [at.pointId] })
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === '4000')) throw error
    return readAlarms(reader, at, {})
  }
}

/** Reads alarms and filters them here, because a backend may ignore a point filter that it does not know. */
async function readAlarms(
  { call }: Pick<Reader, 'call'>,
  at: ParamsFor<'point'>,
  pointFilter: { pointIds?: string[] },
) {
  const body = { deviceIds: [at.deviceId], isActive: true, pageSize, ...pointFilter }
  const read = (after: string | undefined) =>
    call(operations.findAlarms, { body: { ...body, continuationToken: after } })
  const own: Alarm[] = []
  let readCount = 0
  let incomplete = false
  for await (const { page, isCut } of pagesOf(read, envelope)) {
    own.push(...page.data.filter(({ pointId }) => pointId === at.pointId))
    readCount += page.data.length
    incomplete = isCut || (Boolean(page.continuationToken) && readCount >= maxAlarms)
    if (incomplete) break
  }
  const alarms = own.map(({ id, severity, messageText }) => ({
    id,
    severity,
    message: messageText ?? id,
    href: href('alarm', { ...at, alarmId: id }),
  }))
  return { alarms, incomplete }
}
