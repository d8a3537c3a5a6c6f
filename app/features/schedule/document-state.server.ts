/** The sync state of the schedule document of a controller, for the header of its schedules. */
import type { ScheduleDocument } from '#contracts/schedules'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { timeZoneOrUtc } from '~/ui/format'
import { documentPanel } from './document.server'

/** Returns null without a document, or while it cannot be read: the list shows the reason. */
export async function readDocumentStatus(
  reader: Pick<Reader, 'panel' | 'call'>,
  id: string,
): Promise<DocumentStatus | null> {
  const device = await reader.panel(site.getDevice, { path: { id } })
  const read = await documentPanel(reader, device.ok ? device.value : {})
  return read.ok ? documentStatus(read.value) : null
}

export function documentStatus({ syncState, lastSyncedAt, updatedAt, updatedBy, timeZone }: ScheduleDocument) {
  return {
    syncState,
    lastSyncedAt: lastSyncedAt ?? null,
    updatedAt: updatedAt ?? null,
    by: updatedBy?.fullName ?? null,
    timeZone: timeZoneOrUtc(timeZone),
  }
}

export type DocumentStatus = ReturnType<typeof documentStatus>
