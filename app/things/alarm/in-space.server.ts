/** Reads the controllers of a space, for calls that cannot filter by space. */
import { askDevices } from '~/backend/find-devices.server'
import type { Reader } from '~/backend/reader.server'
import { within } from '~/screens/list/within'
import type { AlarmFilter, AlarmsAt } from './filter'

/** Maximum number of controllers in one call. */
const most = 500

export interface InSpace {
  ids: string[]
  /** The space has more controllers than one call accepts. */
  isCut: boolean
}

type Given = Pick<Reader, 'ask' | 'read' | 'catalogues'>

/**
 * Returns the controllers of the space that a list is filtered by; null if it is filtered by no space, or by a
 * controller or equipment in it. Throws `ServiceError`.
 */
export async function devicesIn(reader: Given, at: AlarmsAt, filter: AlarmFilter): Promise<InSpace | null> {
  const { spaceId, deviceId, equipmentId } = within(at, filter)
  return spaceId && !deviceId && !equipmentId ? devicesInSpace(reader, { customerId: at.customerId, spaceId }) : null
}

async function devicesInSpace(
  reader: Given,
  { customerId, spaceId }: { customerId: string; spaceId: string },
): Promise<InSpace> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const found = await askDevices(reader, { customerId, search: { spaceId, after }, pageSize: 200 })
    ids.push(...found.devices.map(({ id }) => id))
    const isCut = found.isPartial || ids.length > most
    if (!found.next || isCut) return { ids: ids.slice(0, most), isCut }
    after = found.next
  }
}
