/** Reads the controllers of a space, for calls that cannot filter by space. */
import { requestDevices } from '~/backend/find-devices.server'
import type { Reader } from '~/backend/reader.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { AlarmListFilter, AlarmPlace } from './shared/filter'

/** Maximum number of controllers in one call. */
const maxDevices = 500

export interface SpaceDevices {
  ids: string[]
  /** The space has more controllers than one call accepts. */
  isCut: boolean
}

type SpaceReader = Pick<Reader, 'call' | 'read' | 'catalogues'>

/**
 * Returns the controllers of the space that a list is filtered by; null if it is filtered by no space, or by a
 * controller or equipment in it. Throws `ServiceError`.
 */
export async function spaceDevices(
  reader: SpaceReader,
  at: AlarmPlace,
  filter: AlarmListFilter,
): Promise<SpaceDevices | null> {
  const { spaceId, deviceId, equipmentId } = scopeFilter(at, filter)
  return spaceId && !deviceId && !equipmentId ? devicesInSpace(reader, { customerId: at.customerId, spaceId }) : null
}

async function devicesInSpace(
  reader: SpaceReader,
  { customerId, spaceId }: { customerId: string; spaceId: string },
): Promise<SpaceDevices> {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await requestDevices(reader, { customerId, search: { spaceId, after }, pageSize: 200 })
    ids.push(...page.devices.map(({ id }) => id))
    const isCut = page.incomplete || ids.length > maxDevices
    if (!page.next || isCut) return { ids: ids.slice(0, maxDevices), isCut }
    after = page.next
  }
}
