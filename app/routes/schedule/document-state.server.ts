/** How the document of a controller stands, for the head of its schedules. */
import type { ScheduleDocument } from '#contracts/schedules'
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { documentPanel } from '~/things/schedule/document.server'
import { knownZone } from '~/ui/format'

/** Null where the controller has none, or its service does not tell: the list says why. */
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
