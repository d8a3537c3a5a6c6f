/** Searches the controllers of a place in one state: the total, and the first ones. */
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { deviceQuery } from '~/backend/find-devices.server'
import type { Reader } from '~/backend/reader.server'
import type { Input } from '~/backend/transport.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { type DeviceFilter, searchOf } from '~/features/device/shared/filter'
import { deviceScopeQuery, type OverviewScope } from './scope'

/** The filter as the list's address has it, so that a count and the list it links to agree. */
export type DeviceStateFilter = Pick<DeviceFilter, 'connected' | 'onboarded' | 'packageStatus' | 'work'>

/** Returns null where the backend cannot search controllers: walking the tree is too slow for a part of a page. */
export function findDevicesInState(
  { call }: Pick<Reader, 'call'>,
  scope: OverviewScope,
  filter: DeviceStateFilter,
  pageSize: number,
): Promise<{ devices: readonly Device[]; counted: TotalCount } | null> {
  return withFallback(
    site.findDevices,
    async () => {
      const query = deviceQuery({ ...deviceScopeQuery(scope), ...searchOf(filter) })
      const page = await call(site.findDevices, {
        query: { ...query, pageSize } as Input<typeof site.findDevices>['query'],
      })
      return { devices: page.data, counted: countInReply(page) }
    },
    async () => null,
  )
}
