/** Searches the controllers of a place in one state: the total, and the first ones. */
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { deviceQuery } from '~/backend/find-devices.server'
import type { Reader } from '~/backend/reader.server'
import type { Input } from '~/backend/transport.server'
import { type Counted, countedIn } from '~/domain/counted'
import { type DeviceFilter, searchOf } from '~/things/device/filter'
import { devicesIn, type Scope } from './scope'

/** The filter as the list's address has it, so that a count and the list it links to agree. */
export type StateFilter = Pick<DeviceFilter, 'connected' | 'onboarded' | 'packageStatus' | 'work'>

/** Returns null where the backend cannot search controllers: walking the tree is too slow for a part of a page. */
export function findIn(
  { ask }: Pick<Reader, 'ask'>,
  scope: Scope,
  filter: StateFilter,
  pageSize: number,
): Promise<{ devices: readonly Device[]; counted: Counted } | null> {
  return withFallback(
    site.findDevices,
    async () => {
      const query = deviceQuery({ ...devicesIn(scope), ...searchOf(filter) })
      const found = await ask(site.findDevices, {
        query: { ...query, pageSize } as Input<typeof site.findDevices>['query'],
      })
      return { devices: found.data, counted: countedIn(found) }
    },
    async () => null,
  )
}
