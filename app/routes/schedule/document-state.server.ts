/** The sync state of the schedule document of a controller, for the header of its schedules. */
import type { ScheduleDocument } from '#contracts/schedules'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { documentPanel } from '~/things/schedule/document.server'
import { knownZone } from '~/ui/format'

/** Returns null without a document, or while it cannot be read: the list shows the reason. */
export async function documentOf(reader: Pick<Reader, 'panel' | 'ask'>, id: string): Promise<DocumentStanding | null> {
  const device = await reader.panel(site.getDevice, { path: { id } })
  const read = await documentPanel(reader, device.ok ? device.value : {})
  return read.ok ? standingOf(read.value) : null
}

export function standingOf({ syncState, lastSyncedAt, updatedAt, updatedBy, timeZone }: ScheduleDocument) {
  return {
    syncState,
    lastSyncedAt: lastSyncedAt ?? null,
    updatedAt: updatedAt ?? null,
    by: updatedBy?.fullName ?? null,
    timeZone: knownZone(timeZone),
  }
}

export type DocumentStanding = ReturnType<typeof standingOf>
