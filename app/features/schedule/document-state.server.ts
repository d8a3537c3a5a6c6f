/** The sync state of the schedule document of a controller, for the header of its schedules. */
import type { ScheduleDocument } from '#contracts/schedules'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { timeZoneOrUtc } from '~/ui/format'
import { documentPanel } from './document.server'

/** Returns null without a document, or while it cannot be read: the list shows the reason. */
export async function readDocumentStatus(
  reader: Pick<Reader, 'panel' | 'call' | 'may'>,
  at: ParamsFor<'device'>,
): Promise<DocumentStatus | null> {
  const device = await reader.panel(site.getDevice, { path: { id: at.deviceId } })
  const read = await documentPanel(reader, device.ok ? device.value : {})
  return read.ok ? documentStatus(read.value, { reader, at }) : null
}

export function documentStatus(
  { syncState, lastSyncedAt, updatedAt, updatedBy, timeZone, controller }: ScheduleDocument,
  { reader, at }: { reader: Pick<Reader, 'may'>; at: ParamsFor<'device'> },
) {
  return {
    syncState,
    lastSyncedAt: lastSyncedAt ?? null,
    updatedAt: updatedAt ?? null,
    by: updatedBy?.fullName ?? null,
    timeZone: timeZoneOrUtc(timeZone),
    /** Of a controller of another maker; null for one that takes the whole document. */
    controller: controller
      ? { ...controller, writingHref: reader.may('config.write') ? href('deviceWriting', at) : null }
      : null,
  }
}

export type DocumentStatus = ReturnType<typeof documentStatus>
